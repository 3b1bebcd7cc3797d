/** Files with certificates and keys, which settings name. */
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { ConfigError } from './ConfigError.js';

export interface PemFile {
  /** The setting that names the file. */
  readonly variable: string;
  readonly file: string;
  readonly text: string;
}

/** Throws a ConfigError for a file that cannot be read. */
export const readPemFile = (variable: string, file: string): PemFile => {
  try {
    return { variable, file, text: readFileSync(file, 'utf8') };
  } catch (error) {
    throw new ConfigError([
      `${variable} is '${file}', which cannot be read (${(error as Error).message}); allowed is a file in PEM.`,
    ]);
  }
};

/** Throws a ConfigError unless the files are a certificate and its private key. */
export const assertKeyPair = (cert: PemFile, key: PemFile): void => {
  try {
    createSecureContext({ cert: cert.text, key: key.text });
  } catch (error) {
    throw new ConfigError([
      `${cert.variable} is '${cert.file}' and ${key.variable} is '${key.file}', which do not match (${(error as Error).message}); allowed is a certificate and its private key, both in PEM.`,
    ]);
  }
};
