import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes a key and a self-signed certificate for `localhost`; only clients that are given `certFile` trust it. */
export function makeCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const [keyFile, certFile] = [join(folder, 'key'), join(folder, 'cert')];
  const name = '-subj /CN=localhost -addext subjectAltName=DNS:localhost';
  const request = `req -x509 -newkey rsa:2048 -nodes ${name} -keyout ${keyFile} -out ${certFile}`;
  execFileSync('openssl', request.split(' '), { stdio: 'ignore' });
  return { key: readFileSync(keyFile), cert: readFileSync(certFile), certFile };
}
