/**
 * Compares the store with the ledger: no acknowledged change is lost, none was made twice, and no version is skipped.
 */
import { setTimeout } from 'node:timers/promises';
import type { SearchComparison } from '../src/jobs/verification/search/examineSearch.js';
import { repairStoredData, verifyStoredData } from '../src/jobs/verification/verifyStoredData.js';
import { keys } from '../src/store/keys.js';
import { wholeList } from '../src/store/DataStore.js';
import type { CheckContext, ShopContext } from './CheckContext.js';
import { checkResources } from './checkResources.js';
import { checkSearches } from './checkSearches.js';
import type { OrderEntry, Ledger } from './Ledger.js';

interface Message {
  readonly type: string;
  readonly resourceVersion: number;
  readonly sequenceNumber: number;
  readonly email?: string;
}
interface Order {
  readonly id: string;
  readonly version: number;
  readonly customerEmail?: string;
  readonly orderNumber?: string;
  readonly cart?: { readonly id: string };
}

export interface CheckOptions {
  /** True if the searches are on in the project. */
  readonly search: boolean;
  /** Maximum time until the index includes all orders. */
  readonly searchMsMax?: number;
  /** The number of connections of which each searches, since each process has copies of the index of its own. */
  readonly connections?: number;
}

const read = async <T>(
  { services, projectKey }: CheckContext,
  typeId: string,
  ids: readonly string[],
): Promise<(T | undefined)[]> =>
  (await services.store.bodies(projectKey, typeId, ids)).map(body =>
    body === null ? undefined : (JSON.parse(body.toString()) as T),
  );

const messagesOf = async (place: CheckContext, id: string): Promise<Message[]> => {
  const list = { by: 'value', path: 'resource.id', value: id } as const;
  const { store } = place.services;
  const ids = await store.idsInRange(
    place.projectKey,
    'message',
    list,
    await store.rankRange(place.projectKey, 'message', list, wholeList),
  );
  return (await read<Message>(place, 'message', ids))
    .filter(message => message !== undefined)
    .sort((a, b) => a.sequenceNumber - b.sequenceNumber);
};

/** Compares the versions in the messages with the updates that the writer tried. */
const checkChain = (
  entry: OrderEntry,
  order: Order,
  messages: readonly Message[],
  fault: (text: string) => void,
): void => {
  const byMarker = new Map(entry.attempts.map(attempt => [attempt.marker, attempt]));
  const made = messages.slice(1);
  if (messages.length !== order.version) fault(`version ${order.version} has ${messages.length} messages`);
  made.forEach(({ resourceVersion, email = '' }, at) => {
    const attempt = byMarker.get(email);
    if (resourceVersion !== at + 2) fault(`message ${at + 2} names version ${resourceVersion}`);
    if (attempt === undefined) fault(`version ${resourceVersion} was made by no update, or twice: '${email}'`);
    if (attempt?.outcome === 'refused') fault(`version ${resourceVersion} was refused`);
    if (attempt?.outcome === 'acknowledged' && attempt.version !== resourceVersion)
      fault(`'${email}' was acknowledged as version ${attempt.version} and has version ${resourceVersion}`);
    byMarker.delete(email);
  });
  if (made.at(-1)?.email !== order.customerEmail)
    fault(`the body has '${order.customerEmail}', the last message '${made.at(-1)?.email}'`);
};

/** Checks the updates of an order; the messages of a deleted order stay, so its updates are known, too. */
const checkUpdates = (
  { attempts }: OrderEntry,
  messages: readonly Message[],
  lose: (text: string, acknowledgedMs: number | undefined) => void,
): void => {
  const made = new Set(messages.map(({ email }) => email));
  for (const { marker, outcome, version, acknowledgedMs } of attempts)
    if (outcome === 'acknowledged' && !made.has(marker)) lose(`'${marker}' as version ${version}`, acknowledgedMs);
};

const checkEntry = async (place: CheckContext, entry: OrderEntry, ledger: Ledger): Promise<void> => {
  const {
    services: { store },
    projectKey,
  } = place;
  const id = entry.id ?? (await store.findId(projectKey, 'order', 'orderNumber', entry.orderNumber));
  if (id === null) return;
  const fault = (text: string): void => ledger.addFailure(`order ${id}: ${text}`);
  const lose = (text: string, acknowledgedMs: number | undefined): void =>
    ledger.addLoss(`order ${id}: ${text}`, acknowledgedMs);
  const [order] = await read<Order>(place, 'order', [id]);
  const messages = await messagesOf(place, id);
  checkUpdates(entry, messages, lose);
  if (order === undefined) {
    if (entry.deletion === undefined || entry.deletion === 'refused') lose('its creation', entry.createdMs);
    return;
  }
  if (entry.deletion === 'acknowledged') lose('its deletion', entry.deletedMs);
  checkChain(entry, order, messages, fault);
};

/** Responses that contradict an acknowledged change are failures, unless an allowed loss explains them. */
const checkEntries = async (place: CheckContext, ledger: Ledger): Promise<void> => {
  for (const entry of ledger.entries) {
    const { length } = ledger.allowedLossesMs;
    await checkEntry(place, entry, ledger);
    if (ledger.allowedLossesMs.length === length) entry.doubts.forEach(text => ledger.addFailure(text));
  }
};

/** Checks that an ordered cart and its order were written together or not at all. */
const checkCheckouts = async (place: CheckContext, ledger: Ledger): Promise<void> => {
  const {
    services: { redis, store },
    projectKey,
  } = place;
  const carts = await read<{ readonly cartState: string }>(
    place,
    'cart',
    ledger.checkouts.map(({ cartId }) => cartId),
  );
  const ordered = new Map<string, string>();
  const ids = await store.idsInRange(
    projectKey,
    'order',
    { by: 'id' },
    { from: 0, to: await redis.zcard(keys.ids(projectKey, 'order')) },
  );
  for (const order of await read<Order>(place, 'order', ids))
    if (order?.cart !== undefined) {
      if (ordered.has(order.cart.id)) ledger.addFailure(`cart ${order.cart.id} was ordered twice`);
      ordered.set(order.cart.id, order.id);
    }
  ledger.checkouts.forEach(({ cartId, outcome, orderId, createdMs, orderedMs, doubt }, at) => {
    const isOrdered = carts[at]?.cartState === 'Ordered';
    if (carts[at] === undefined) ledger.addLoss(`cart ${cartId}`, createdMs);
    else if (doubt !== undefined) ledger.addFailure(doubt);
    if (isOrdered !== ordered.has(cartId))
      ledger.addFailure(`cart ${cartId} is ${carts[at]?.cartState}, its order is ${ordered.get(cartId)}`);
    if (outcome === 'acknowledged' && ordered.get(cartId) !== orderId)
      ledger.addLoss(`order ${orderId} of cart ${cartId}`, orderedMs);
    if (outcome === 'refused' && isOrdered) ledger.addFailure(`cart ${cartId} was refused and ordered`);
  });
};

const searchMsMaxDefault = 60_000;
const pollMs = 50;

const searchedTypes = ['order', 'product'];

/** Resolves when the project has an index of its orders, and one of its products. */
export const waitForSearches = async ({ services, projectKey }: CheckContext): Promise<void> => {
  const hasIndex = async (typeId: string): Promise<boolean> =>
    (await services.searches.get(typeId)?.states.read(projectKey))?.current !== undefined;
  for (const endMs = performance.now() + searchMsMaxDefault; performance.now() < endMs; await setTimeout(pollMs))
    if ((await Promise.all(searchedTypes.map(hasIndex))).every(Boolean)) return;
  throw new Error(`the project had no search index after ${searchMsMaxDefault} ms`);
};

/** Checks the search. The work of an ended process continues after its lease; the comparison waited for that. */
const checkSearch = (search: SearchComparison | undefined, ledger: Ledger, searchMsMax: number): void => {
  if (search === undefined) return ledger.addFailure('search was not compared: the project has no index');
  if (search.pending > 0) ledger.addFailure(`${search.pending} orders were not indexed within ${searchMsMax} ms`);
};

/** Repairs the data; only differences that the fault may cause are allowed. */
const mend = async ({ services, projectKey }: CheckContext, ledger: Ledger): Promise<void> => {
  const { repaired } = await repairStoredData(services, projectKey, { rebuildSearch: async () => false });
  for (const { kind, subject, detail } of repaired.changes)
    if (!ledger.mendedKinds.has(kind)) ledger.addFailure(`repaired: ${kind} ${subject}: ${detail}`);
};

/** Records all failures in the ledger, and returns the number of differences that the verification found. */
export const checkRound = async (
  place: CheckContext | ShopContext,
  ledger: Ledger,
  { search: isSearched, searchMsMax = searchMsMaxDefault, connections = 1 }: CheckOptions,
): Promise<number> => {
  await checkEntries(place, ledger);
  await checkCheckouts(place, ledger);
  if ('shop' in place) await checkResources(place, ledger);
  if (ledger.mendedKinds.size > 0) await mend(place, ledger);
  const { counts, differences, search } = await verifyStoredData(place.services, place.projectKey, {
    searchWaitMs: searchMsMax,
  });
  for (const { kind, subject, detail } of differences) ledger.addFailure(`${kind} ${subject}: ${detail}`);
  if (isSearched) checkSearch(search, ledger, searchMsMax);
  if (isSearched && 'shop' in place) await checkSearches(place, ledger, { waitMsMax: searchMsMax, connections });
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
};
