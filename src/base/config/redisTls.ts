import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { ConfigError, type Setting } from './valueKinds.js';
import { X509Certificate } from 'node:crypto';
import { type Config, settings } from './settings.js';

/* Settings name files with certificates and keys. */

interface PemFile {
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
      `${cert.variable} is '${cert.file}' and ${key.variable} is '${key.file}', which do not match ` +
        `(${(error as Error).message}); allowed is a certificate and its private key, both in PEM.`,
    ]);
  }
};

/**
 * Certificates and names that connections to Redis over TLS check and present, as options of `node:tls`. Plain data,
 * which a worker can receive.
 */
export interface RedisTls {
  /** The authorities that are trusted; those of Node by default. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  /** The name in the certificates of all servers; the host of each server by default. */
  readonly servername?: string;
}

/** Returns undefined where the setting names no file. */
const readFile = ({ variable }: Setting, file: string): PemFile | undefined =>
  file === '' ? undefined : readPemFile(variable, file);

/** Node ignores a file without certificates, and then trusts no server. */
const assertCertificates = ({ variable, file, text }: PemFile): void => {
  try {
    new X509Certificate(text);
  } catch (error) {
    throw new ConfigError([
      `${variable} is '${file}', which has no certificate (${(error as Error).message}); ` +
        'allowed is a file with certificates in PEM.',
    ]);
  }
};

/** Reads the files of the settings; throws a ConfigError for a file that cannot be used. */
export const readRedisTls = (config: Config): RedisTls => {
  const ca = readFile(settings.redisTlsCaFile, config.redisTlsCaFile);
  const cert = readFile(settings.redisTlsCertFile, config.redisTlsCertFile);
  const key = readFile(settings.redisTlsKeyFile, config.redisTlsKeyFile);
  if (ca !== undefined) assertCertificates(ca);
  if (cert !== undefined && key !== undefined) assertKeyPair(cert, key);
  const servername = config.redisTlsServerName;
  return {
    ...(ca && { ca: ca.text }),
    ...(cert && { cert: cert.text }),
    ...(key && { key: key.text }),
    ...(servername !== '' && { servername }),
  };
};
