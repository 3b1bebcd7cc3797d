import type { Client } from './define/Context.js';
import type { ResourceType } from './define/ResourceType.js';

/** How a request addresses one resource: `/{id}`, or `/key={key}` and its like. */
export interface Address {
  readonly field: string;
  readonly value: string;
}

/** What a verb of the engine is asked to do; the front has checked token, scope and limits. */
export interface ResourceRequest {
  readonly projectKey: string;
  readonly resourceType: ResourceType;
  /** The path segment of another way to create: `import`. */
  readonly creation?: string;
  readonly address?: Address;
  /** Set on `/in-store/key={storeKey}` paths. */
  readonly storeKey?: string;
  /** Set on `/me` paths: only what belongs to the client's customer or anonymous session. */
  readonly own?: boolean;
  readonly query: URLSearchParams;
  readonly body: Uint8Array;
  readonly client: Client;
  /** Handed on to other services that are called on the way (GEN025); absent: one is made. */
  readonly correlationId?: string;
}

/** What goes back: a status and the bytes of a JSON document. */
export interface Response {
  readonly status: number;
  readonly body: Uint8Array | string;
}
