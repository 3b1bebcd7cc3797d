import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { newSecret } from '../base/credentials/secrets.js';

/**
 * Reads the key file of a data directory, or creates it, readable by its owner only. Redis' files do not contain the
 * key.
 */
const readOrCreateKey = (dataDir: string): string => {
  const file = join(resolve(dataDir), 'encryption.key');
  mkdirSync(resolve(dataDir), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, `${newSecret()}${newSecret()}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
};

export interface EncryptionKeySettings {
  readonly encryptionKey: string;
  readonly redisUrl: string;
  readonly dataDir: string;
}

/**
 * Resolves the key that encrypts the secrets of other services: the setting, or with the embedded Redis a file in the
 * data directory. Empty when there is neither.
 */
export const resolveEncryptionKey = ({ encryptionKey, redisUrl, dataDir }: EncryptionKeySettings): string =>
  encryptionKey !== '' || redisUrl !== '' ? encryptionKey : readOrCreateKey(dataDir);
