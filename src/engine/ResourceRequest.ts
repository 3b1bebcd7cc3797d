import type { Client } from './define/Client.js';
import type { ResponseValidity } from './define/ResponseSources.js';
import type { ResourceType } from './define/ResourceType.js';

/** How a request addresses one resource: by `/{id}`, `/key={key}` or another unique field. */
export interface Locator {
  readonly field: string;
  readonly value: string;
}

/** A request of the engine; token, scope and limits were checked before. */
export interface ResourceRequest {
  readonly projectKey: string;
  readonly resourceType: ResourceType;
  /** The path segment of another way to create: `import`. */
  readonly creation?: string;
  readonly locator?: Locator;
  /** Set on `/in-store/key={storeKey}` paths. */
  readonly storeKey?: string;
  /** Set on `/me` paths: only resources of the client's customer or anonymous session. */
  readonly own?: boolean;
  /** Whether the token sees published data alone, of a type that has staged data too (seesPublishedOnly). */
  readonly publishedOnly?: boolean;
  readonly query: URLSearchParams;
  readonly body: Uint8Array;
  readonly client: Client;
  /**
   * The scope names that the token grants (base/credentials/scopes.ts), where the request asks for expansion, which
   * shows only what they allow to read, or writes on the path of a store (referableResources.ts). Absent: none.
   */
  readonly scopes?: ReadonlySet<string>;
  /** Passed to other services that are called on the way (GEN025); made up where it is absent. */
  readonly correlationId?: string;
}

/** A status and the bytes of a JSON document. */
export interface Response {
  readonly status: number;
  readonly body: Uint8Array | string;
  /** What must still be so for the response to be sent again; absent: it is made anew for each request. */
  readonly validity?: ResponseValidity;
}
