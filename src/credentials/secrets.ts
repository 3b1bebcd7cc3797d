import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 192 random bits: nobody guesses them, so a plain hash is enough to store (passwords need more). */
const secretBytes = 24;

/** A new token or client secret, in letters, digits, hyphens and underscores. */
export const newSecret = (): string => randomBytes(secretBytes).toString('base64url');

/** What is stored of a token or client secret. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Whether `secret` is the one that was hashed, in constant time. */
export const isSecret = (secret: string, hash: string): boolean => {
  const given = Buffer.from(hashSecret(secret));
  const stored = Buffer.from(hash);
  return given.length === stored.length && timingSafeEqual(given, stored);
};
