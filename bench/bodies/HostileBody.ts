/** Defines a kind of body and the request that sends it. */
import type { BenchWorld } from '../world/BenchWorld.js';

export interface HostileRequest {
  /** POST if there is a body, otherwise GET. */
  readonly method?: string;
  /** The path relative to the project. */
  readonly path: string;
  /** `@unique@` is replaced by a text that no other request has, of the same length. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** By default the token of a client that may do everything. */
  readonly token?: string;
}

/** A project with the resources that bodies refer to. */
export interface BodyWorld extends BenchWorld {
  readonly visitorToken: string;
  /** An existing resource of each type, by typeId; the Type has 1,000 fields, the product type 1,000 attributes. */
  readonly ids: ReadonlyMap<string, string>;
}

/** A kind of body at its limits. */
export interface HostileBody {
  readonly name: string;
  /** Prepares what the body needs; each call of the result makes one more request. Preparations are not measured. */
  readonly make: (world: BodyWorld) => Promise<() => HostileRequest | Promise<HostileRequest>>;
}

export const unique = '@unique@';

/** Bodies may be a little longer than a resource, which has further members. */
export const bodyBytesMax = 15.9 * 1024 * 1024;
export const visitorBytesMax = 1024 * 1024 - 200;

export const range = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** Makes the same body for each request, except for its unique texts. */
export const sendingAlways = (path: string, body: string, more: Partial<HostileRequest> = {}): HostileBody['make'] => {
  return async () => () => ({ path, body, ...more });
};
