/** Passwords of customers: argon2id, computed by the library on threads of its own, compared in constant time. */
import { availableParallelism } from 'node:os';
import { Algorithm, hash, verify } from '@node-rs/argon2';
import { fail } from '../errors/ApiError.js';
import { passwordLengthMax } from '../resources/customer/password.js';
import { newSecret } from './secrets.js';

/** OWASP's first choice for argon2id: 19 MiB of memory, two passes, one lane. */
const cost = { algorithm: Algorithm.Argon2id, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;

/** The library's threads are those of the process, four that all workers share; one is left for files and look-ups of names. */
const threads = 3;

/** How many hashes and comparisons each of the workers has under way at once: a core is left to the front, a thread to others, as far as there are enough. */
export const passwordsAtOnce = (workers: number, cores: number): number =>
  Math.max(1, Math.min(Math.floor((cores - 1) / workers), Math.floor(threads / workers)));

/** Set at the start of a worker. */
let runningMax = 1;
export const boundPasswords = (workers: number): void => {
  runningMax = passwordsAtOnce(workers, availableParallelism());
};

const waitingMax = 500;
const waiting: (() => void)[] = [];
let running = 0;

const myTurn = async (): Promise<void> => {
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

const nextTurn = (): void => {
  const next = waiting.shift();
  if (next === undefined) running--;
  else next();
};

const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  await myTurn();
  try {
    return await work();
  } finally {
    nextTurn();
  }
};

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost));

let nobody: Promise<string> | undefined;

/** Whether `password` is the one that was hashed; without a hash it is not, after as much work. */
export const isPassword = (password: string, passwordHash: string | undefined): Promise<boolean> =>
  inTurn(async () => {
    const nobodys = await (nobody ??= hash(newSecret(), cost));
    const matches = await verify(passwordHash ?? nobodys, password.slice(0, passwordLengthMax));
    return matches && passwordHash !== undefined && password.length <= passwordLengthMax;
  });
