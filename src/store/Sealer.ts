import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { invalidOperation } from '../base/errors/ApiError.js';

/** The resource that a sealed value belongs to: moved to another resource the value cannot be decrypted. */
export interface SealPlace {
  readonly projectKey: string;
  readonly typeId: string;
  readonly id: string;
}

const cipher = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

const associatedData = ({ projectKey, typeId, id }: SealPlace): Buffer => Buffer.from(`${projectKey}/${typeId}/${id}`);

const keyOf = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'quayside sealed values', keyBytes));

const openWith = (key: Buffer, sealed: Buffer, place: SealPlace): unknown => {
  const decryption = createDecipheriv(cipher, key, sealed.subarray(0, nonceBytes))
    .setAAD(associatedData(place))
    .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  const text = Buffer.concat([decryption.update(sealed.subarray(nonceBytes + tagBytes)), decryption.final()]);
  return JSON.parse(text.toString()) as unknown;
};

/** Encrypts secrets of other services before they are stored: a copy of Redis' file reveals none of them. */
export class Sealer {
  readonly #key: Buffer;
  readonly #formerKey: Buffer | undefined;
  readonly #hasSecret: boolean;

  /** A secret has at least 32 characters; nothing can be sealed without one. The former secret opens older values. */
  constructor(secret: string, formerSecret = '') {
    this.#key = keyOf(secret);
    this.#formerKey = formerSecret === '' ? undefined : keyOf(formerSecret);
    this.#hasSecret = secret !== '';
  }

  seal(value: unknown, place: SealPlace): Buffer {
    if (!this.#hasSecret)
      throw invalidOperation('The server keeps no secrets of other services: it was started without ENCRYPTION_KEY.');
    const nonce = randomBytes(nonceBytes);
    const encryption = createCipheriv(cipher, this.#key, nonce).setAAD(associatedData(place));
    const text = Buffer.concat([encryption.update(JSON.stringify(value)), encryption.final()]);
    return Buffer.concat([nonce, encryption.getAuthTag(), text]);
  }

  /** Throws when the value was sealed with another key, or for another resource. */
  open(sealed: Buffer, place: SealPlace): unknown {
    try {
      return openWith(this.#key, sealed, place);
    } catch (error) {
      if (this.#formerKey === undefined) throw error;
      return openWith(this.#formerKey, sealed, place);
    }
  }
}
