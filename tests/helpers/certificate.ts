import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A value in DER: its tag, the length of its content, its content (https://letsencrypt.org/docs/a-warm-welcome-to-asn1-and-der/). */
function value(tag: number, ...contents: Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = [length & 0xff];
  if (length > 0xff) size.unshift(0x82, length >> 8);
  else if (length > 0x7f) size.unshift(0x81);
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}
const sequence = (...contents: Uint8Array[]) => value(0x30, ...contents);
const integer = (number: number) => value(0x02, Buffer.of(number));
const identifier = (hex: string) => value(0x06, Buffer.from(hex, 'hex'));
const time = (date: Date) => {
  const digits = date.toISOString().replaceAll(/\D/g, '').slice(2, 14);
  return value(0x17, Buffer.from(`${digits}Z`));
};

const day = 24 * 60 * 60 * 1000;
const localhost = Buffer.from('localhost');
const commonName = identifier('550403');
const alternativeName = identifier('551d11');
const signatureAlgorithm = sequence(identifier('2a8648ce3d040302'));

/**
 * Makes a key and a self-signed certificate for `localhost`; only clients that are given
 * `certFile` trust it. Node reads certificates and makes none; the fields are those of
 * https://www.rfc-editor.org/rfc/rfc5280#section-4.1
 */
export function makeCertificate() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  });
  const name = sequence(
    value(0x31, sequence(commonName, value(0x0c, localhost))),
  );
  const names = value(0x04, sequence(value(0x82, localhost)));
  const content = sequence(
    value(0xa0, integer(2)),
    integer(1),
    signatureAlgorithm,
    name,
    sequence(
      time(new Date(Date.now() - day)),
      time(new Date(Date.now() + day)),
    ),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    value(0xa3, sequence(sequence(alternativeName, names))),
  );
  const signature = value(
    0x03,
    Buffer.of(0),
    sign('sha256', content, privateKey),
  );
  const base64 = sequence(content, signatureAlgorithm, signature)
    .toString('base64')
    .replaceAll(/.{64}/g, '$&\n');
  const cert = `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
  const certFile = join(mkdtempSync(join(tmpdir(), 'certificate-')), 'cert');
  writeFileSync(certFile, cert);
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert,
    certFile,
  };
}
