/**
 * The environment of a process that a test starts: the paths of programs and browsers, and
 * the test's own settings. It leaves out the rest of the developer's shell: variables such as
 * `SUPABASE_URL`, `NODE_OPTIONS` and `DEBUG` would change what a command does and prints.
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
