import type { Base } from '../engine/define/Base.js';
import type { Engine } from '../engine/Engine.js';
import type { CustomFields } from '../schema/customFields.js';
import type { IndexedDocument, IndexEntry } from '../store/SearchIndexes.js';
import { columnValue } from './terms/columnValue.js';
import { termsOf } from './terms/termsOf.js';
import { packContent } from './document/content.js';
import { contentOf, type DocumentContext } from './document/contentOf.js';
import { customValuesOf } from './document/customValuesOf.js';
import { loadDocumentContext } from './document/loadDocumentContext.js';

interface Order extends Base {
  readonly custom?: CustomFields;
  readonly totalPrice: { readonly centAmount: number };
  readonly [member: string]: unknown;
}

const numbersOf = ({ id, version, createdAt, lastModifiedAt, totalPrice }: Order): IndexedDocument['numbers'] => ({
  created: columnValue(Date.parse(createdAt), id),
  modified: columnValue(Date.parse(lastModifiedAt), id),
  cents: columnValue(totalPrice.centAmount, id),
  version: columnValue(version, id),
});

const entryOf = (order: Order, context: DocumentContext): IndexEntry => {
  const content = contentOf(order, customValuesOf(order.custom, context), context);
  return {
    id: order.id,
    version: order.version,
    document: { tags: termsOf(content), content: packContent(content), numbers: numbersOf(order) },
  };
};

/**
 * Returns one index entry per order id, with the current values of the order and of the resources that it references.
 * The entry of a deleted order has no document, which removes the order from the index.
 */
export const documentsOf = async (
  engine: Engine,
  projectKey: string,
  ids: readonly string[],
): Promise<readonly IndexEntry[]> => {
  const bodies = await engine.store.bodies(projectKey, 'order', ids);
  const orders = bodies.map(body => (body === null ? undefined : (JSON.parse(body.toString()) as Order)));
  const context = await loadDocumentContext(engine, projectKey, orders);
  return ids.map((id, at) => {
    const order = orders[at];
    return order === undefined ? { id, version: 0 } : entryOf(order, context);
  });
};
