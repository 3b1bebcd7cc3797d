import type { Context } from '../../engine/define/Context.js';
import type { Identifier, KeyReferenceValue } from '../../schema/reference.js';

/** Converts identifiers of stores to references by key, without duplicates. */
export const toStoreReferences = (
  identifiers: readonly Identifier[],
  context: Context,
): KeyReferenceValue<'store'>[] => {
  const references = identifiers.map(identifier => context.keyReference('store', identifier));
  return [...new Map(references.map(reference => [reference.key, reference])).values()];
};
