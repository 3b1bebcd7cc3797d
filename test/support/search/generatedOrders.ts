/** Fills a project with generated orders, and reads the responses of the API for the oracle. */
import { hourMs } from '../../../src/base/durations.js';
import type { Random } from '../../../examples/sample-shop/choices.js';
import { composeNewResource } from '../../../src/engine/commit/compose.js';
import { collectCreationNeeds } from '../../../src/engine/commit/load.js';
import type { Client } from '../../../src/engine/define/Base.js';
import { ReferenceCollector, resolveReferences } from '../../../src/engine/references/resolveReferences.js';
import type { Http } from '../http.js';
import type { Quayside } from '../quayside.js';
import { randomOrderDraft, randomUpdateActions } from './randomOrderDraft.js';
import type { ReferencedIds } from './storeReferencedResources.js';
import type { ProjectData } from './fieldValues.js';
import type { Json, WireOrder } from './wire.js';
import { randomWord } from './randomValues.js';

const atOnce = 32;
const firstMs = Date.UTC(2024, 0, 1);

const clientOf = (random: Random): Client => ({
  clientId: random.pick(['shop', 'Shop 2', 'back-office']),
  ...random.pick([{}, {}, { anonymousId: `visitor-${random.integer(0, 9)}` }, { externalUserId: randomWord(random) }]),
});

/**
 * Imports orders with old creation times, some of them equal. It calls the engine, because requests always use the
 * current time.
 */
export const importOrders = async (
  { services: { engine } }: Quayside,
  projectKey: string,
  random: Random,
  referencedIds: ReferencedIds,
  count: number,
  from = 0,
): Promise<void> => {
  const project = { ...(await engine.settings(projectKey)), messages: { enabled: false, deleteDaysAfterCreation: 1 } };
  const resourceType = engine.resourceTypes.get('order')!;
  const { creation, validate, identifiers } = resourceType.creations.get('import')!;
  const write = async (number: number): Promise<void> => {
    const [draft, client, hours] = [
      randomOrderDraft(random, referencedIds, number),
      clientOf(random),
      random.integer(0, count),
    ];
    const refused = validate(draft);
    if (refused.length > 0)
      throw new Error(`a generated order is not valid: ${refused[0]!.message} ${JSON.stringify(draft)}`);
    const references = new ReferenceCollector();
    references.collectFrom(draft, identifiers);
    collectCreationNeeds(references, creation, draft);
    const context = {
      ...(await resolveReferences(engine, project, references)),
      now: new Date(firstMs + hours * hourMs).toISOString(),
    };
    await engine.store.commit(composeNewResource(engine, resourceType, creation, draft, client, context).changeSet);
  };
  for (let first = from; first < from + count; first += atOnce)
    await Promise.all(Array.from({ length: Math.min(atOnce, from + count - first) }, (_, at) => write(first + at)));
};

type Reader = { readonly http: Pick<Http, 'send'>; readonly base: string };
const pageMax = 500;
type StoredJson = Record<string, Json> & { readonly id: string; readonly key?: string };

/** Reads all resources of one path, page by page. */
const readAll = async ({ http, base }: Reader, path: string): Promise<StoredJson[]> => {
  const read: StoredJson[] = [];
  for (;;) {
    const query = new URLSearchParams({ sort: 'id asc', limit: String(pageMax), withTotal: 'false' });
    const last = read.at(-1);
    if (last !== undefined) query.set('where', `id > "${last.id}"`);
    const { status, json, text } = await http.send('GET', `${base}/${path}?${query.toString()}`);
    if (status !== 200) throw new Error(text);
    const { results } = json as { results: StoredJson[] };
    read.push(...results);
    if (results.length < pageMax) return read;
  }
};

/**
 * Reads all orders in the order of their creation, so that one seed always picks the same ones although ids are
 * random.
 */
export const readOrders = async (reader: Reader): Promise<WireOrder[]> => {
  const numberOf = ({ purchaseOrderNumber }: WireOrder): number => Number(purchaseOrderNumber);
  return ((await readAll(reader, 'orders')) as unknown as WireOrder[]).sort((a, b) => numberOf(a) - numberOf(b));
};

const referencedPaths = {
  states: 'state',
  'customer-groups': 'customer-group',
  payments: 'payment',
  types: 'type',
  stores: 'store',
} as const;

export const readProjectData = async (reader: Reader, languages: readonly string[]): Promise<ProjectData> => {
  const kinds = await Promise.all(
    Object.entries(referencedPaths).map(async ([path, typeId]) => ({ typeId, resources: await readAll(reader, path) })),
  );
  const named = kinds.flatMap(({ typeId, resources }) =>
    resources.map(each => [typeId === 'store' ? `store/key=${each.key}` : `${typeId}/${each.id}`, each] as const),
  );
  return { languages, resources: new Map<string, Json>(named) };
};

const expect200 = ({ status, text }: { readonly status: number; readonly text: string }): void => {
  if (status !== 200) throw new Error(text);
};

/** Updates a share of the orders, some of them with an external user id. */
export const changeOrders = async (
  { http, base }: Reader,
  random: Random,
  referencedIds: ReferencedIds,
  orders: readonly WireOrder[],
  share: number,
): Promise<void> => {
  for (const { id, version, store } of orders.filter(() => random.next() < share)) {
    const headers: Record<string, string> =
      random.next() < 0.5 ? { 'x-external-user-id': `user-${random.integer(0, 9)}` } : {};
    expect200(
      await http.send('POST', `${base}/orders/${id}`, {
        headers,
        body: {
          version,
          actions: randomUpdateActions(random, referencedIds, (store as { key: string } | undefined)?.key),
        },
      }),
    );
  }
};

export const deleteOrders = async (
  { http, base }: Reader,
  random: Random,
  orders: readonly WireOrder[],
  share: number,
): Promise<void> => {
  for (const { id, version } of orders.filter(() => random.next() < share))
    expect200(await http.send('DELETE', `${base}/orders/${id}?version=${version}`));
};
