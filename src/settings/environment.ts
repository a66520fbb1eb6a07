import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { projectUrl } from './project-url.ts';

/** Environment variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The Supabase CLI's local defaults: the same on every machine, and no secrets of a deployed project. */
export const localDefaults = {
  SUPABASE_URL: 'http://127.0.0.1:54321',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH',
  SUPABASE_SECRET_KEY: 'sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz',
};

/**
 * The environment of commands on this machine. A missing or empty setting comes from `.env`, or
 * else from the local defaults.
 */
export function localEnvironment(environment: Environment): Environment {
  // TextDecoder removes the byte order mark with which some Windows programs begin a file.
  const file = existsSync('.env')
    ? new TextDecoder().decode(readFileSync('.env'))
    : '';
  const settings = { ...environment };
  for (const source of [parseEnv(file), localDefaults])
    for (const [name, value] of Object.entries(source))
      settings[name] ||= value;
  return settings;
}

/**
 * The origin and the keys of the backend, for commands that run on this machine.
 *
 * @throws an Error of one line if `SUPABASE_URL` is not a project's.
 */
export function backendSettings(environment: Environment = process.env) {
  const settings = localEnvironment(environment);
  return {
    supabaseUrl: projectUrl('SUPABASE_URL', settings['SUPABASE_URL'] ?? ''),
    publishableKey: settings['SUPABASE_PUBLISHABLE_KEY'] ?? '',
    secretKey: settings['SUPABASE_SECRET_KEY'] ?? '',
  };
}
