/** Passwords of customers: argon2id, computed by the library on threads of its own, compared in constant time. */
import { Algorithm, hash, verify } from '@node-rs/argon2';
import { newSecret } from './secrets.js';

/** OWASP's first choice for argon2id: 19 MiB of memory, two passes, one lane. */
const cost = { algorithm: Algorithm.Argon2id, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;

/** Nobody types more; hashing it would only cost time. */
const lengthMax = 1_024;

export const hashPassword = (password: string): Promise<string> => hash(password, cost);

let nobody: Promise<string> | undefined;

/** Whether `password` is the one that was hashed; without a hash it is not, after as much work. */
export const isPassword = async (password: string, passwordHash: string | undefined): Promise<boolean> => {
  const nobodys = await (nobody ??= hashPassword(newSecret()));
  const matches = await verify(passwordHash ?? nobodys, password.slice(0, lengthMax));
  return matches && passwordHash !== undefined && password.length <= lengthMax;
};
