import { hash, timingSafeEqual } from 'node:crypto';
import { randomText } from './randomText.js';

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
