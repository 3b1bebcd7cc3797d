import { X509Certificate } from 'node:crypto';
import { ConfigError } from './ConfigError.js';
import { assertKeyPair, type PemFile, readPemFile } from './pemFiles.js';
import type { Setting } from './setting.js';
import { type Config, settings } from './settings.js';

/** What connections to Redis over TLS check and show, as options of `node:tls`. Plain data, which a worker can receive. */
export interface RedisTls {
  /** The authorities that are trusted; those of Node by default. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  /** The name in the certificates of all servers; the host of each server by default. */
  readonly servername?: string;
}

/** Undefined where the setting names no file. */
const readFile = ({ variable }: Setting, file: string): PemFile | undefined =>
  file === '' ? undefined : readPemFile(variable, file);

/** Node ignores a file without certificates, and then trusts no server. */
const assertCertificates = ({ variable, file, text }: PemFile): void => {
  try {
    new X509Certificate(text);
  } catch (error) {
    throw new ConfigError([
      `${variable} is '${file}', which has no certificate (${(error as Error).message}); allowed is a file with certificates in PEM.`,
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
