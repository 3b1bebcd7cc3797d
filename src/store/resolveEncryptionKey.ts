import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { newSecret } from '../credentials/secrets.js';

/** Reads the key of a data directory, or makes it: readable by its owner alone, and not in Redis' files. */
const keyOfFolder = (dataDir: string): string => {
  const file = join(resolve(dataDir), 'encryption.key');
  mkdirSync(resolve(dataDir), { recursive: true });
  try {
    writeFileSync(file, `${newSecret()}${newSecret()}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
};

/** What seals the secrets of other services: a setting, or with the embedded Redis a file beside its own; empty when there is neither. */
export const resolveEncryptionKey = ({
  encryptionKey,
  redisUrl,
  dataDir,
}: {
  readonly encryptionKey: string;
  readonly redisUrl: string;
  readonly dataDir: string;
}): string => (encryptionKey !== '' || redisUrl !== '' ? encryptionKey : keyOfFolder(dataDir));
