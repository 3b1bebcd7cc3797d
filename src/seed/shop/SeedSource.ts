import { createHash } from 'node:crypto';
import { Random } from '../Random.js';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A UUID of version 4 from given bytes. */
const uuidOf = (bytes: Buffer): string => {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/**
 * The random choices and ids of one part of the shop. They depend on its name alone, so that parts can be written in
 * any order. Ids are digests, since the short cycle of `Random` would repeat some.
 */
export class SeedSource {
  readonly random: Random;
  #ids = 0;

  constructor(private readonly name: string) {
    this.random = new Random(digest(name).readUInt32BE());
  }

  newId(): string {
    this.#ids++;
    return uuidOf(digest(`${this.name} ${this.#ids}`));
  }
}
