/** The part of the API that a field shows: the whole project, a store, or the client's own resources (`me`). */
import type { ResourceDefinition } from '../engine/define/ResourceDefinition.js';
import type { ResourceRequest } from '../engine/ResourceRequest.js';
import { assertScope, type GraphqlContext, toEngineRequest } from './GraphqlContext.js';

export interface ResourcePath {
  readonly storeKey?: string;
  /** The further stores of `inStores`. */
  readonly otherStoreKeys?: readonly string[];
  readonly own?: true;
}

/** Returns the path of a field of `Query`, `Me` or `InStore`; the latter two have the path in their source. */
export const pathOf = (source: unknown, { storeKey }: GraphqlContext): ResourcePath =>
  (source as { readonly path?: ResourcePath } | undefined)?.path ?? { storeKey };

/** Returns the path; with `inStores`, a path for each store. */
export const pathsOf = (source: unknown, context: GraphqlContext): readonly ResourcePath[] => {
  const { otherStoreKeys = [], ...path } = pathOf(source, context);
  return [path, ...otherStoreKeys.map(storeKey => ({ ...path, storeKey }))];
};

/** Creates the request of the engine, for a resource type that may have no stores. */
export const toPathRequest = (
  context: GraphqlContext,
  { typeId, storeField }: ResourceDefinition,
  { storeKey, own }: ResourcePath,
  parts: Partial<ResourceRequest> = {},
): ResourceRequest =>
  toEngineRequest(
    context,
    typeId,
    Object.assign({}, parts, { own, storeKey: storeField === undefined ? undefined : storeKey }),
  );

/** Requires one of the scopes on the path, for its store if the resource type has stores. */
export const assertPathScope = (
  context: GraphqlContext,
  { storeField }: ResourceDefinition,
  { storeKey }: ResourcePath,
  scopes: readonly string[],
): void =>
  assertScope({ scopes: context.scopes, projectKey: context.projectKey, storeKey }, scopes, storeField !== undefined);
