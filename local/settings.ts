import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** The Supabase CLI's own: the same on every machine, and no secret of any deployed project. */
const localDefaults = {
  SUPABASE_URL: 'http://127.0.0.1:54321',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH',
  SUPABASE_SECRET_KEY: 'sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz',
};

/**
 * The settings of `process.env`, where each that is unset or empty is first taken
 * from `.env`, else from the local defaults. Takes none where `CONTEXT` says that
 * Netlify builds: there a missing setting must be seen, not papered over.
 */
export function loadSettings() {
  const { env } = process;
  if (!env['CONTEXT']) {
    const file = existsSync('.env') ? readFileSync('.env', 'utf8') : '';
    for (const source of [parseEnv(file), localDefaults]) {
      for (const [name, value] of Object.entries(source)) env[name] ||= value;
    }
  }
  return {
    supabaseUrl: env['SUPABASE_URL'] ?? '',
    publishableKey: env['SUPABASE_PUBLISHABLE_KEY'] ?? '',
    secretKey: env['SUPABASE_SECRET_KEY'] ?? '',
  };
}
