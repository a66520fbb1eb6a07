/**
 * The environment of a process that a test starts: where programs and browsers are found,
 * and what the test gives it. Nothing else of the developer's shell: if `NO_COLOR` is set
 * there and `FORCE_COLOR` by Playwright, Node prints a warning; `DEBUG`, `NODE_OPTIONS`,
 * `SUPABASE_URL` and others change what a command does and prints.
 */
export function cleanEnvironment(
  settings: NodeJS.ProcessEnv = {},
): NodeJS.ProcessEnv {
  const { PATH, HOME, CHROME_PATH, PLAYWRIGHT_BROWSERS_PATH } = process.env;
  return {
    PATH,
    HOME,
    CHROME_PATH,
    PLAYWRIGHT_BROWSERS_PATH,
    ASTRO_TELEMETRY_DISABLED: '1',
    ...settings,
  };
}
