import type { Context } from '../../engine/define/Context.js';
import type { Identifier } from '../../schema/reference.js';

/** Converts identifiers to references, without duplicates. */
export const toCartDiscountReferences = (identifiers: readonly Identifier[], context: Context) => {
  const references = identifiers.map(identifier => context.reference('cart-discount', identifier));
  return references.filter(({ id }, at) => references.findIndex(other => other.id === id) === at);
};
