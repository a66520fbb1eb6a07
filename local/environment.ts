import { existsSync } from 'node:fs';

/**
 * Fills `process.env` from `.env`, then from the local defaults in
 * `.env.example`; what is already set stays. Does nothing where `CONTEXT` says
 * that Netlify builds: there a missing setting must be seen, not papered over.
 */
export function loadEnvironment(): void {
  if (process.env['CONTEXT']) return;
  for (const file of ['.env', '.env.example'].filter((file) =>
    existsSync(file),
  )) {
    process.loadEnvFile(file);
  }
}
