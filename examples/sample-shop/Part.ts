import { createHash } from 'node:crypto';
import type { Api, Moment, Resource } from './Api.js';
import { Random } from './choices.js';

export interface PartOptions {
  readonly seed: number;
  /** Distinguishes runs into one project. */
  readonly run?: string;
}

/** The identifier of a resource by its key. */
export const byKey = (typeId: string, key: string) => ({ typeId, key });

/**
 * Sends the requests of one part of the shop, such as an order with its payment, one after the other. Its random
 * choices depend on its name and the seed alone, so that parts can be sent in any order.
 */
export class Part implements Moment {
  readonly random: Random;
  readonly name: string;
  #timeMs: number;

  constructor(
    private readonly api: Api,
    name: string,
    startMs: number,
    { seed, run = '' }: PartOptions,
  ) {
    this.name = `${run}${seed} ${name}`;
    this.random = new Random(createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE());
    this.#timeMs = startMs;
  }

  get timeMs(): number {
    return this.#timeMs;
  }

  /** Sets the time of the next requests. */
  at(timeMs: number): this {
    this.#timeMs = timeMs;
    return this;
  }

  create<T extends Resource = Resource>(path: string, draft: object): Promise<T> {
    return this.api.post<T>(path, draft, this);
  }

  update<T extends Resource>(path: string, { id, version }: T, ...actions: readonly object[]): Promise<T> {
    return this.api.post<T>(`${path}/${id}`, { version, actions }, this);
  }
}
