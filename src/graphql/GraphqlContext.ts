/** What every resolver of one request works with. */
import type { Client } from '../engine/define/Client.js';
import type { ResourceRequest } from '../engine/ResourceRequest.js';
import { fail } from '../errors/ApiError.js';
import { allowsScope } from '../credentials/scopes.js';
import type { Services } from '../services/services.js';
import type { Budget } from './MemoryBudget.js';
import type { ResourceLoaders } from './ResourceLoaders.js';

export type JsonObject = Readonly<Record<string, unknown>>;

export interface GraphqlContext {
  readonly services: Services;
  readonly projectKey: string;
  /** Set on `/in-store/key={storeKey}` paths. */
  readonly storeKey?: string;
  readonly client: Client;
  /** What the token grants, implied names included. */
  readonly scopes: ReadonlySet<string>;
  readonly loaders: ResourceLoaders;
  readonly budget: Budget;
  /** Runs the pages of one request one after the other: each may take much memory. */
  readonly inTurn: <T>(run: () => Promise<T>) => Promise<T>;
  /** Of the clock of `performance`: pages share the time of one query. */
  readonly startMs: number;
  readonly correlationId: string;
  /** Subjects whose tokens no longer work; the mutations add to it. */
  readonly revokedTokenSubjects: string[];
}

export type Arguments = Readonly<Record<string, unknown>>;

const noBytes = new Uint8Array();

/** A request of the engine's, as the same thing over REST would be. */
export const toEngineRequest = (
  { services, projectKey, storeKey, client, correlationId }: GraphqlContext,
  typeId: string,
  parts: Partial<ResourceRequest> = {},
): ResourceRequest => ({
  projectKey,
  storeKey,
  client,
  correlationId,
  resourceType: services.engine.resourceTypes.get(typeId)!,
  query: new URLSearchParams(),
  body: noBytes,
  ...parts,
});

/** Any one of the scopes suffices; on a store's paths it must be the store's, where the resource has stores (ORD074). */
export const assertScope = (
  { scopes, projectKey, storeKey }: GraphqlContext,
  needed: readonly string[],
  perStore = true,
): void => {
  if (allowsScope(scopes, needed, perStore ? storeKey : undefined)) return;
  const wanted = needed.map(
    name => `${name}:${projectKey}${storeKey === undefined || !perStore ? '' : `:${storeKey}`}`,
  );
  throw fail('insufficient_scope', { message: `Insufficient scope. One of these is needed: ${wanted.join(', ')}.` });
};

const given = (value: unknown): value is string => value !== undefined && value !== null;

/** The one argument of several that says which resource is meant. */
export const readSingleArgument = (
  field: string,
  names: readonly string[],
  args: Arguments,
): { readonly field: string; readonly value: string } => {
  const found = names.filter(name => given(args[name]));
  if (found.length !== 1)
    throw fail('InvalidInput', {
      message: `${field} takes exactly one of the arguments ${names.join(', ')}; got ${found.length === 0 ? 'none' : found.join(', ')}.`,
    });
  return { field: found[0]!, value: args[found[0]!] as string };
};
