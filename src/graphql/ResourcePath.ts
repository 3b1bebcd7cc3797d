/** The part of the API that a field shows: the whole project, a store, or at `me` the client's own resources. */
import type { ResourceDefinition } from '../engine/define/ResourceDefinition.js';
import type { ResourceRequest } from '../engine/ResourceRequest.js';
import { assertScope, type GraphqlContext, toEngineRequest } from './GraphqlContext.js';

export interface ResourcePath {
  readonly storeKey?: string;
  /** The further stores of `inStores`. */
  readonly otherStoreKeys?: readonly string[];
  readonly own?: true;
}

/** The path of a field of `Query`, `Me` or `InStore`; the fields of the latter two have it as their source. */
export const pathOf = (source: unknown, { storeKey }: GraphqlContext): ResourcePath =>
  (source as { readonly path?: ResourcePath } | undefined)?.path ?? { storeKey };

/** The path, or with `inStores` one for each store. */
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

/** Requires one of the scopes on the path: that of its store, where the resource type has stores. */
export const assertPathScope = (
  context: GraphqlContext,
  { storeField }: ResourceDefinition,
  { storeKey }: ResourcePath,
  scopes: readonly string[],
): void =>
  assertScope({ scopes: context.scopes, projectKey: context.projectKey, storeKey }, scopes, storeField !== undefined);
