import { randomFillSync, hash, timingSafeEqual } from 'node:crypto';

/** Random bytes for hundreds of texts: one system call fills all of them. */
const bytes = Buffer.allocUnsafeSlow(4_800);
let next = bytes.length;

/** Makes a text of random bytes that are used nowhere else; at most 48 of them. */
export const randomText = (count: number, encoding: 'hex' | 'base64url'): string => {
  if (next + count > bytes.length) {
    randomFillSync(bytes);
    next = 0;
  }
  const text = bytes.toString(encoding, next, next + count);
  // No copy of a secret stays in the buffer.
  bytes.fill(0, next, next + count);
  next += count;
  return text;
};

/** 192 random bits cannot be guessed, so a plain hash is enough to store; passwords need a slow one. */
const secretBytes = 24;

/** Makes a new token or client secret of letters, digits, hyphens and underscores. */
export const newSecret = (): string => randomText(secretBytes, 'base64url');

/** Hashes a token or client secret for the store. */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'base64url');

/** Tells whether `secret` is the hashed one, compared in constant time. */
export const isSecret = (secret: string, hashed: string): boolean => {
  const given = Buffer.from(hashSecret(secret));
  const stored = Buffer.from(hashed);
  return given.length === stored.length && timingSafeEqual(given, stored);
};

/**
 * Names the subjects by which tokens are revoked together: a token's own hash, its refresh token's hash, a client, a
 * customer or an external server.
 */
export const tokenSubjects = {
  token: (tokenHash: string) => tokenHash,
  client: (projectKey: string, clientId: string) => `${projectKey}/client:${clientId}`,
  customer: (projectKey: string, customerId: string) => `${projectKey}/customer:${customerId}`,
  /** All tokens that the project's external OAuth server vouched for. */
  external: (projectKey: string) => `${projectKey}/external`,
} as const;
