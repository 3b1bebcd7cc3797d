/** DATA_DIR/redis.json: where the Redis of a data directory listens, and whose it is. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface Note {
  readonly url: string;
  readonly pid: number;
  readonly ownerPid: number;
}

export const noteFile = (dataDir: string): string => join(resolve(dataDir), 'redis.json');

/** Where the Redis of a data directory listens, if one was started there. */
export const readNote = (dataDir: string): Note | undefined => {
  try {
    return JSON.parse(readFileSync(noteFile(dataDir), 'utf8')) as Note;
  } catch {
    return undefined;
  }
};

export const writeNote = (dataDir: string, note: Note): void =>
  writeFileSync(noteFile(dataDir), `${JSON.stringify(note)}\n`, { mode: 0o600 });

/** Of a process that has ended, and of no other: who finds no note starts a Redis. */
export const removeNote = (dataDir: string, pid: number): void => {
  if (readNote(dataDir)?.pid === pid) rmSync(noteFile(dataDir), { force: true });
};
