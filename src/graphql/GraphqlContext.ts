import { isPresent } from '../engine/document/json.js';
import { valueOfField } from '../engine/define/addressPair.js';
import type { Client } from '../engine/define/Base.js';
import type { WorkTime } from '../base/shedding/WorkTime.js';
import { seesPublishedOnly, unpublishedScopes } from '../engine/visibility.js';
import type { ResourceRequest } from '../engine/ResourceRequest.js';
import { invalidInput, required } from '../base/errors/ApiError.js';
import { assertScopes } from '../base/credentials/scopes.js';
import type { Services } from '../services/services.js';
import type { MemoryBudget, ValueBudget } from './budgets.js';
import type { ResourceLoaders } from './ResourceLoaders.js';

/** The context that all resolvers of one request share. */
export interface GraphqlContext {
  readonly services: Services;
  readonly projectKey: string;
  /** The store of an `/in-store/key={storeKey}` path. */
  readonly storeKey?: string;
  readonly client: Client;
  /** The scope names that the token grants, implied names included. */
  readonly scopes: ReadonlySet<string>;
  readonly loaders: ResourceLoaders;
  readonly budget: MemoryBudget;
  readonly values: ValueBudget;
  /** Runs the pages of one request one after another, since each may take much memory. */
  readonly runInSequence: <T>(run: () => Promise<T>) => Promise<T>;
  /** All pages of the request share the time limit of one query. */
  readonly deadline: WorkTime;
  readonly correlationId: string;
  /** Subjects whose tokens the mutations revoked. */
  readonly revokedTokenSubjects: string[];
}

export type Arguments = Readonly<Record<string, unknown>>;

const noBytes = new Uint8Array();

/** Creates the same request of the engine as a call over REST. */
export const toEngineRequest = (
  { services, projectKey, storeKey, client, scopes, correlationId }: GraphqlContext,
  typeId: string,
  parts: Partial<ResourceRequest> = {},
): ResourceRequest => {
  const resourceType = required(services.engine.resourceTypes.get(typeId), `the resource type ${typeId}`);
  const request = {
    projectKey,
    storeKey,
    client,
    scopes,
    correlationId,
    resourceType,
    query: new URLSearchParams(),
    body: noBytes,
    ...parts,
  };
  const publishedOnly = seesPublishedOnly(unpublishedScopes(resourceType.definition), scopes, request.storeKey);
  return Object.assign(request, { publishedOnly });
};

/** Requires one of the scopes; on a store's path the scope of the store, if the resource type has stores (ORD074). */
export const assertScope = (
  { scopes, projectKey, storeKey }: Pick<GraphqlContext, 'scopes' | 'projectKey' | 'storeKey'>,
  needed: readonly string[],
  perStore = true,
): void => assertScopes(scopes, needed, projectKey, perStore ? storeKey : undefined);

const isFilled = (value: unknown): boolean => typeof value !== 'string' || value.trim() !== '';

/**
 * Returns the argument that identifies the resource, or the two that identify it together, such as `container/key`.
 * Throws InvalidInput unless exactly one of `names` is given. Blank arguments count only if no other one is given.
 */
export const readSingleArgument = (
  field: string,
  names: readonly string[],
  args: Arguments,
): { readonly field: string; readonly value: string } => {
  const all = names.flatMap(name => name.split('/')).filter(name => isPresent(args[name]));
  const filled = all.filter(name => isFilled(args[name]));
  const given = filled.length === 0 ? all : filled;
  const name = names.find(each => each === given.join('/'));
  if (name === undefined) {
    const got = given.length === 0 ? 'none' : given.join(', ');
    throw invalidInput(`${field} takes exactly one of the arguments ${names.join(', ')}; got ${got}.`);
  }
  return { field: name, value: valueOfField(args, name) };
};
