/** Compares the responses of the service with the acknowledged changes, for all kinds of resources except orders. */
import { keys } from '../src/store/keys.js';
import { wholeList } from '../src/store/DataStore.js';
import type { ShopContext } from './CheckContext.js';
import { kinds, type Shown } from './kinds.js';
import { accepts, type Ledger, type ResourceEntry } from './Ledger.js';
import { stockMax } from './openShop.js';

const pageSize = 500;

export const readAll = async ({ client, projectKey }: ShopContext, path: string): Promise<Shown[]> => {
  const all: Shown[] = [];
  for (;;) {
    const query = `limit=${pageSize}&offset=${all.length}&sort=id+asc&withTotal=false`;
    const answer = await client.send('GET', `/${projectKey}/${path}?${query}`);
    if (answer?.status !== 200) throw new Error(`${path} cannot be read: ${answer?.status} ${answer?.text}`);
    const { results } = answer.json as { readonly results: readonly Shown[] };
    all.push(...results);
    if (results.length < pageSize) return all;
  }
};

const checkEntry = (entry: ResourceEntry, shown: Shown | undefined, ledger: Ledger): void => {
  const { kind, key, known, creation, deletion, deletedMs, losses } = entry;
  const lose = (text: string, ms: number | undefined): void => ledger.addLoss(`${kind.path}/${key}: ${text}`, ms);
  for (const { text, ms } of losses) lose(text, ms);
  if (shown === undefined) {
    const mayBeAway = deletion === 'acknowledged' || deletion === 'open' || creation !== 'acknowledged';
    if (!mayBeAway && losses.length === 0) lose('its creation', known?.sinceMs);
    return;
  }
  if (deletion === 'acknowledged') lose('its deletion', deletedMs);
  if (creation === 'refused') ledger.addFailure(`${kind.path}/${key} was refused, and exists`);
  const now = { version: shown.version, text: kind.textOf(shown) };
  if (known !== undefined && deletion !== 'acknowledged' && !accepts(entry, now))
    lose(`${JSON.stringify(known)} was acknowledged, it shows ${JSON.stringify(now)}`, known.sinceMs);
};

interface Order extends Shown {
  readonly cart?: { readonly id: string };
  readonly lineItems: readonly { readonly variant: { readonly sku: string }; readonly quantity: number }[];
  readonly discountCodes?: readonly object[];
}

/** Checks that each order from a cart took its pieces of the stock and its use of the code, and nothing else did. */
const checkCounts = async (place: ShopContext, stock: readonly Shown[], ledger: Ledger): Promise<void> => {
  const { services, projectKey, shop } = place;
  const orders = ((await readAll(place, 'orders')) as Order[]).filter(({ cart }) => cart !== undefined);
  const taken = new Map<string, number>();
  for (const { variant, quantity } of orders.flatMap(({ lineItems }) => lineItems))
    taken.set(variant.sku, (taken.get(variant.sku) ?? 0) + quantity);
  for (const { key = '', availableQuantity } of stock) {
    const expected = stockMax - (taken.get(key) ?? 0);
    if (key.startsWith('stock-') && availableQuantity !== expected)
      ledger.addFailure(`${JSON.stringify(availableQuantity)} pieces of ${key} are left, expected ${expected}`);
  }
  const uses = orders.filter(({ discountCodes = [] }) => discountCodes.length > 0).length;
  const counted = await services.redis.hget(keys.usageCounts(projectKey), `code/${shop.discountCodeId}`);
  if (Number(counted ?? 0) !== uses) ledger.addFailure(`the code was used ${uses} times, ${counted} were counted`);
};

const checkReviews = (reviews: readonly Shown[], products: readonly Shown[], ledger: Ledger): void => {
  const statistics = products.find(({ key }) => key === 'shop')?.reviewRatingStatistics as
    | { count: number }
    | undefined;
  if ((statistics?.count ?? 0) !== reviews.length)
    ledger.addFailure(`the product has ${reviews.length} reviews, its statistics tell ${statistics?.count}`);
};

/** Checks that the reader by time has seen each stored message; it may also have seen messages that were lost. */
const checkMessages = async ({ services, projectKey }: ShopContext, ledger: Ledger): Promise<void> => {
  const { store } = services;
  const list = { by: 'id' } as const;
  const range = await store.rankRange(projectKey, 'message', list, wholeList);
  const unseen = (await store.idsInRange(projectKey, 'message', list, range)).filter(
    id => !ledger.seenMessages.has(id),
  );
  if (unseen.length > 0)
    ledger.addFailure(`a reader by time did not see ${unseen.length} messages, for example ${unseen[0]}`);
};

export const checkResources = async (place: ShopContext, ledger: Ledger): Promise<void> => {
  const shown = new Map<string, Shown[]>();
  for (const { path } of kinds) shown.set(path, await readAll(place, path));
  const byKey = new Map([...shown].map(([path, all]) => [path, new Map(all.map(each => [each.key, each]))]));
  for (const entry of ledger.resources) checkEntry(entry, byKey.get(entry.kind.path)!.get(entry.key), ledger);
  await checkCounts(place, shown.get('inventory')!, ledger);
  checkReviews(shown.get('reviews')!, shown.get('products')!, ledger);
  await checkMessages(place, ledger);
};
