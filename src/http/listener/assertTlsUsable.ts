import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { ConfigError } from '../../config/ConfigError.js';

/** Paths of the certificate and the private key of a port, both in PEM. */
export interface TlsFiles {
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

/** Throws a ConfigError for a certificate that cannot be used: uWebSockets.js would end the process. */
export const assertTlsUsable = ({ certFile, keyFile }: TlsFiles): void => {
  const cert = readPem('TLS_CERT_FILE', certFile);
  const key = readPem('TLS_KEY_FILE', keyFile);
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw new ConfigError([
      `TLS_CERT_FILE is '${certFile}' and TLS_KEY_FILE is '${keyFile}', which do not match (${(error as Error).message}); allowed is a certificate and its private key, both in PEM.`,
    ]);
  }
};
