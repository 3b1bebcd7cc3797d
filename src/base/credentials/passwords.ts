/** Hashes and compares passwords of customers with argon2id, on the library's own threads and in constant time. */
import { availableParallelism } from 'node:os';
import type { Algorithm } from '@node-rs/argon2';
import { limits } from '../config/limits.js';
import { UnavailableError } from '../errors/UnavailableError.js';
import { required } from '../errors/ApiError.js';
import { FairQueue } from '../shedding/FairQueue.js';
import { newSecret } from './secrets.js';

/** `Algorithm.Argon2id`, which would load the library at the start of each thread. */
const argon2id = 2 as Algorithm.Argon2id;

/** Two passes and one lane, as OWASP recommends with 19 MiB of memory. */
const cost = { algorithm: argon2id, timeCost: 2, parallelism: 1 } as const;

/** All workers share the process's four libuv threads; one stays free for file access and name resolution. */
const hashingThreads = 3;

/**
 * Hashes and comparisons that each worker runs in parallel: one core stays free for the front thread, if there are
 * enough.
 */
export const passwordsAtOnce = (workers: number, cores: number): number =>
  Math.max(1, Math.min(Math.floor((cores - 1) / workers), Math.floor(hashingThreads / workers)));

/** Passwords that wait in one worker, in turn by project: a project with many sign-ups must not delay another one. */
const queue = new FairQueue({
  waitingMax: limits.passwordsWaitingMax,
  waitingMaxPerGroup: limits.projectPasswordsWaitingMax,
  refusal: () =>
    new UnavailableError(
      'overload',
      'Too many passwords are being hashed or compared at the moment. Try again in a second.',
    ),
});

export interface PasswordOptions {
  readonly workers: number;
  /** Memory of each new hash, in KiB. */
  readonly passwordMemoryKib: number;
}

let memoryCost: number | undefined;

/** Sets the limit of parallel hashes and the cost of each at the start of a thread. */
export const boundPasswords = ({ workers, passwordMemoryKib }: PasswordOptions): void => {
  queue.runningMax = passwordsAtOnce(workers, availableParallelism());
  memoryCost = passwordMemoryKib;
};

/** Loaded by the first password: most threads hash none. */
const loadArgon2 = () => import('@node-rs/argon2');

/** One form for all ways to type a character with an accent (NIST SP 800-63B, 5.1.1.2). */
const normalizePassword = (password: string): string => password.normalize('NFC');

const hashNow = async (password: string): Promise<string> =>
  (await loadArgon2()).hash(normalizePassword(password), {
    ...cost,
    memoryCost: required(memoryCost, 'PASSWORD_MEMORY_KIB'),
  });

export const hashPassword = (projectKey: string, password: string): Promise<string> =>
  queue.run(projectKey, () => hashNow(password));

let unmatchableHash: Promise<string> | undefined;

/** Tells whether `password` is the hashed one; without a hash the result is false after the same work. */
export const isPassword = (projectKey: string, password: string, passwordHash: string | undefined): Promise<boolean> =>
  queue.run(projectKey, async () => {
    const fallbackHash = await (unmatchableHash ??= hashNow(newSecret()));
    const { verify } = await loadArgon2();
    const given = password.slice(0, limits.passwordLengthMax);
    const normalized = normalizePassword(given);
    const hash = passwordHash ?? fallbackHash;
    // Hashes that were made before passwords were normalized are of the text as it was typed.
    const matches = (await verify(hash, normalized)) || (normalized !== given && (await verify(hash, given)));
    return matches && passwordHash !== undefined && password.length <= limits.passwordLengthMax;
  });
