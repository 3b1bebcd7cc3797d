import { required } from '../base/errors/ApiError.js';
import type { Client } from './define/Base.js';
import type { ResponseValidity } from './define/ResponseSources.js';
import type { ResourceType } from './define/ResourceType.js';

/** The address of one resource in a request: `/{id}`, `/key={key}` or another unique field. */
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
  /** True if the token sees only published data of a type that also has staged data (seesPublishedOnly). */
  readonly publishedOnly?: boolean;
  readonly query: URLSearchParams;
  readonly body: Uint8Array;
  readonly client: Client;
  /**
   * The scope names that the token grants (base/credentials/scopes.ts), where the request asks for expansion, which
   * shows only what they allow to read, or writes on the path of a store (referableResources.ts). Absent: none.
   */
  readonly scopes?: ReadonlySet<string>;
  /** Passed to the other services that the request calls (GEN025); generated where it is absent. */
  readonly correlationId?: string;
}

const noBytes = new Uint8Array();

/** A request that the server makes itself: without parameters, body and client, unless `parts` has them. */
export const serverRequest = (
  { resourceTypes }: { readonly resourceTypes: ReadonlyMap<string, ResourceType> },
  projectKey: string,
  typeId: string,
  parts: Partial<ResourceRequest> = {},
): ResourceRequest => ({
  query: new URLSearchParams(),
  body: noBytes,
  client: {},
  ...parts,
  projectKey,
  resourceType: required(resourceTypes.get(typeId), `the resource type '${typeId}'`),
});

/** A status and the bytes of a JSON document. */
export interface Response {
  readonly status: number;
  readonly body: Uint8Array | string;
  /** The conditions under which the response may be sent again; absent: it is made anew for each request. */
  readonly validity?: ResponseValidity;
}
