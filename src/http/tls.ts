/** The certificate that a port serves with. */
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { ConfigError } from '../config/ConfigError.js';

export interface Tls {
  readonly certFile: string;
  readonly keyFile: string;
}

const readPem = (variable: string, file: string): Buffer => {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new ConfigError([
      `${variable} is '${file}', which cannot be read (${(error as Error).message}); allowed is a file in PEM.`,
    ]);
  }
};

/** uWebSockets.js ends the process over a certificate that it cannot use, so it is tried here first. */
export const assertUsable = ({ certFile, keyFile }: Tls): void => {
  const cert = readPem('TLS_CERT_FILE', certFile);
  const key = readPem('TLS_KEY_FILE', keyFile);
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw new ConfigError([
      `TLS_CERT_FILE is '${certFile}' and TLS_KEY_FILE is '${keyFile}', which do not go together (${(error as Error).message}); allowed is a certificate and its private key, both in PEM.`,
    ]);
  }
};
