/** Adds stored resources to indexes that a later format declares. */
import { fillNextBatch } from '../engine/indexes/fillIndexes.js';
import { required } from '../errors/required.js';
import { FieldIndexes } from '../store/FieldIndexes.js';
import { wholeList } from '../store/Store.js';
import { StoredKeys } from '../store/StoredKeys.js';
import type { ConversionProgress, FormatStep } from './FormatStep.js';

/** Paths of new indexes, by resource type. */
type AddedPaths = ReadonlyMap<string, readonly string[]>;

type Convert = FormatStep['convert'];

/** Fills the indexes of one resource type with the resources that follow an id. */
async function* fillType(
  { redis, store, engine }: Parameters<Convert>[0],
  projectKey: string,
  [typeId, paths]: readonly [typeId: string, paths: readonly string[]],
  afterId: string,
): AsyncGenerator<{ readonly lastId: string; readonly count: number }> {
  const { indexByPath } = required(engine.resourceTypes.get(typeId), `the resource type ${typeId}`);
  const indexes = paths.map(path => required(indexByPath.get(path), `the index ${path}`));
  const [storedKeys, fieldIndexes] = [new StoredKeys(redis), new FieldIndexes(redis)];
  const fill = { store, storedKeys, fieldIndexes, projectKey, typeId, indexes };
  for (let lastId = afterId; ; ) {
    const batch = await fillNextBatch(fill, lastId);
    if (batch === undefined) return;
    yield batch;
    lastId = batch.lastId;
  }
}

/** The cursor names a resource type and the last id of it. */
const fillTypes = (addedPaths: AddedPaths): Convert =>
  async function* fill(services, projectKey, cursor): AsyncGenerator<ConversionProgress> {
    const [firstTypeId = '', firstId = ''] = cursor?.split(' ') ?? [];
    const types = [...addedPaths];
    const remaining = types.slice(
      Math.max(
        0,
        types.findIndex(([typeId]) => typeId === firstTypeId),
      ),
    );
    const ranges = await Promise.all(
      remaining.map(([typeId]) => services.store.rankRange(projectKey, typeId, { by: 'id' }, wholeList)),
    );
    const total = ranges.reduce((sum, { to }) => sum + to, 0);
    let done = 0;
    for (const type of remaining) {
      const [typeId] = type;
      const afterId = typeId === firstTypeId ? firstId : '';
      for await (const { lastId, count } of fillType(services, projectKey, type, afterId)) {
        done += count;
        yield { cursor: `${typeId} ${lastId}`, done, total };
      }
    }
  };

const itemPaths = ['lineItems.productId', 'lineItems.variant.sku'];

/** Adds orders, carts, quote requests and quotes to the indexes by line items, payments and tracking ids. */
export const addItemIndexes: FormatStep = {
  from: 1,
  to: 2,
  title: 'orders, carts and quotes',
  convert: fillTypes(
    new Map([
      ['order', [...itemPaths, 'shippingInfo.deliveries.parcels.trackingData.trackingId']],
      ['cart', [...itemPaths, 'paymentInfo.payments.id']],
      ['quote-request', itemPaths],
      ['quote', itemPaths],
    ]),
  ),
};

/** Adds products to the index of published ones, and customers to that by email in one spelling. */
export const addPublishedAndEmailIndexes: FormatStep = {
  from: 4,
  to: 5,
  title: 'products and customers',
  convert: fillTypes(
    new Map([
      ['product', ['masterData.published']],
      ['customer', ['lowercaseEmail']],
    ]),
  ),
};
