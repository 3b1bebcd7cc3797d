/** Hashes and compares passwords of customers with argon2id, on the library's own threads and in constant time. */
import { availableParallelism } from 'node:os';
import { Algorithm } from '@node-rs/argon2';
import { fail } from '../errors/ApiError.js';
import { newSecret } from './secrets.js';

/** Bounds the work of hashing. */
export const passwordLengthMax = 1_024;

/** OWASP's first choice for argon2id: 19 MiB of memory, two passes, one lane. */
const cost = { algorithm: Algorithm.Argon2id, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;

/** All workers share the process's four libuv threads; one stays free for file access and name resolution. */
const hashingThreads = 3;

/**
 * Hashes and comparisons that each worker runs in parallel: one core stays free for the front thread, if there are
 * enough.
 */
export const passwordsAtOnce = (workers: number, cores: number): number =>
  Math.max(1, Math.min(Math.floor((cores - 1) / workers), Math.floor(hashingThreads / workers)));

let runningMax = 1;
/** Sets the limit of parallel hashes at the start of a worker. */
export const boundPasswords = (workers: number): void => {
  runningMax = passwordsAtOnce(workers, availableParallelism());
};

const waitingMax = 500;
const waiting: (() => void)[] = [];
let running = 0;

const acquireSlot = async (): Promise<void> => {
  if (running < runningMax) {
    running++;
    return;
  }
  if (waiting.length >= waitingMax)
    throw fail('ServiceUnavailable', {
      message: 'Too many passwords are being hashed or compared at the moment. Try again in a second.',
    });
  await new Promise<void>(resolve => waiting.push(resolve));
};

/** Hands the slot to the next waiting task, so `running` stays, or frees it. */
const releaseSlot = (): void => {
  const next = waiting.shift();
  if (next === undefined) running--;
  else next();
};

const inSlot = async <T>(work: () => Promise<T>): Promise<T> => {
  await acquireSlot();
  try {
    return await work();
  } finally {
    releaseSlot();
  }
};

/** Loaded by the first password: most threads hash none. */
const loadArgon2 = () => import('@node-rs/argon2');

const hashNow = async (password: string): Promise<string> => (await loadArgon2()).hash(password, cost);

export const hashPassword = (password: string): Promise<string> => inSlot(() => hashNow(password));

let unmatchableHash: Promise<string> | undefined;

/** Whether `password` is the hashed one; without a hash the result is false after the same work. */
export const isPassword = (password: string, passwordHash: string | undefined): Promise<boolean> =>
  inSlot(async () => {
    const fallbackHash = await (unmatchableHash ??= hashNow(newSecret()));
    const { verify } = await loadArgon2();
    const matches = await verify(passwordHash ?? fallbackHash, password.slice(0, passwordLengthMax));
    return matches && passwordHash !== undefined && password.length <= passwordLengthMax;
  });
