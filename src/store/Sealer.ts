/** Secrets of other services, encrypted before they reach Redis: a copy of its file opens none of them. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { fail } from '../errors/ApiError.js';

/** What a seal is bound to: moved to another place it does not open. */
export interface SealPlace {
  readonly projectKey: string;
  readonly typeId: string;
  readonly id: string;
}

export interface Sealer {
  seal(value: unknown, place: SealPlace): Buffer;
  /** Throws when the value was sealed with another key, or for another place. */
  open(sealed: Buffer, place: SealPlace): unknown;
}

const cipher = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

const nameOf = ({ projectKey, typeId, id }: SealPlace): Buffer => Buffer.from(`${projectKey}/${typeId}/${id}`);

/** `secret` is text of at least 32 characters; without one nothing can be sealed. */
export const createSealer = (secret: string): Sealer => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'quayside sealed values', keyBytes));
  return {
    seal: (value, place) => {
      if (secret === '')
        throw fail('InvalidOperation', {
          message: 'The server keeps no secrets of other services: it was started without ENCRYPTION_KEY.',
        });
      const nonce = randomBytes(nonceBytes);
      const sealing = createCipheriv(cipher, key, nonce).setAAD(nameOf(place));
      const text = Buffer.concat([sealing.update(JSON.stringify(value)), sealing.final()]);
      return Buffer.concat([nonce, sealing.getAuthTag(), text]);
    },
    open: (sealed, place) => {
      const opening = createDecipheriv(cipher, key, sealed.subarray(0, nonceBytes))
        .setAAD(nameOf(place))
        .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
      const text = Buffer.concat([opening.update(sealed.subarray(nonceBytes + tagBytes)), opening.final()]);
      return JSON.parse(text.toString()) as unknown;
    },
  };
};
