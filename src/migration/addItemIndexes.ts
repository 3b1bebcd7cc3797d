import { fillNextBatch } from '../engine/indexes/fillIndexes.js';
import { required } from '../errors/required.js';
import { FieldIndexes } from '../store/FieldIndexes.js';
import { wholeList } from '../store/Store.js';
import { StoredKeys } from '../store/StoredKeys.js';
import type { ConversionProgress, FormatStep } from './FormatStep.js';

const itemPaths = ['lineItems.productId', 'lineItems.variant.sku'];

/** The indexes that format 2 adds, by resource type. */
const addedPaths: ReadonlyMap<string, readonly string[]> = new Map([
  ['order', [...itemPaths, 'shippingInfo.deliveries.parcels.trackingData.trackingId']],
  ['cart', [...itemPaths, 'paymentInfo.payments.id']],
  ['quote-request', itemPaths],
  ['quote', itemPaths],
]);

type Convert = FormatStep['convert'];

/** Fills the indexes of one resource type with the resources that follow an id. */
async function* fillType(
  { redis, store, engine }: Parameters<Convert>[0],
  projectKey: string,
  typeId: string,
  afterId: string,
): AsyncGenerator<{ readonly lastId: string; readonly count: number }> {
  const { indexByPath } = required(engine.resourceTypes.get(typeId), `the resource type ${typeId}`);
  const indexes = (addedPaths.get(typeId) ?? []).map(path => required(indexByPath.get(path), `the index ${path}`));
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
async function* convert(
  services: Parameters<Convert>[0],
  projectKey: string,
  cursor: string | undefined,
): AsyncGenerator<ConversionProgress> {
  const typeIds = [...addedPaths.keys()];
  const [firstTypeId = '', firstId = ''] = cursor?.split(' ') ?? [];
  const remaining = typeIds.slice(Math.max(0, typeIds.indexOf(firstTypeId)));
  const ranges = await Promise.all(
    remaining.map(typeId => services.store.rankRange(projectKey, typeId, { by: 'id' }, wholeList)),
  );
  const total = ranges.reduce((sum, { to }) => sum + to, 0);
  let done = 0;
  for (const typeId of remaining) {
    const afterId = typeId === firstTypeId ? firstId : '';
    for await (const { lastId, count } of fillType(services, projectKey, typeId, afterId)) {
      done += count;
      yield { cursor: `${typeId} ${lastId}`, done, total };
    }
  }
}

/** Adds orders, carts, quote requests and quotes to the indexes by line items, payments and tracking ids. */
export const addItemIndexes: FormatStep = { from: 1, to: 2, title: 'orders, carts and quotes', convert };
