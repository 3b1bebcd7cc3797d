/** A project full of generated orders, and what of it the oracle reads. */
import type { Random } from '../../../src/seed/Random.js';
import { composeNewResource } from '../../../src/engine/commit/composeCreation.js';
import { collectCreationNeeds } from '../../../src/engine/commit/load.js';
import type { Client } from '../../../src/engine/define/Client.js';
import { ReferenceCollector } from '../../../src/engine/references/ReferenceCollector.js';
import { resolveReferences } from '../../../src/engine/references/resolveReferences.js';
import type { Http } from '../http.js';
import type { Quayside } from '../quayside.js';
import { randomOrderDraft, randomUpdateActions } from './randomOrderDraft.js';
import type { ReferencedIds } from './storeReferencedResources.js';
import type { ProjectData } from './fieldValues.js';
import type { Json, WireOrder } from './wire.js';
import { randomWord } from './randomValues.js';

const atOnce = 32;
const hourMs = 3_600_000;
const firstMs = Date.UTC(2024, 0, 1);

const clientOf = (random: Random): Client => ({
  clientId: random.pick(['shop', 'Shop 2', 'back-office']),
  ...random.pick([{}, {}, { anonymousId: `visitor-${random.integer(0, 9)}` }, { externalUserId: randomWord(random) }]),
});

/** Imports orders as of a time long ago, some of them in one millisecond: through the engine, since no request has another time than now. */
export const importOrders = async (
  { services: { engine } }: Quayside,
  projectKey: string,
  random: Random,
  shop: ReferencedIds,
  count: number,
  from = 0,
): Promise<void> => {
  const project = { ...(await engine.settings(projectKey)), messages: { enabled: false, deleteDaysAfterCreation: 1 } };
  const resourceType = engine.resourceTypes.get('order')!;
  const { creation, validate, identifiers } = resourceType.creations.get('import')!;
  const write = async (number: number): Promise<void> => {
    const [draft, client, hours] = [randomOrderDraft(random, shop, number), clientOf(random), random.integer(0, count)];
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

interface Reader {
  readonly http: Pick<Http, 'send'>;
  readonly base: string;
}

const pageMax = 500;

/** All of a kind, as GET answers with them. */
const everything = async ({ http, base }: Reader, path: string): Promise<Record<string, Json>[]> => {
  const read: Record<string, Json>[] = [];
  for (;;) {
    const query = new URLSearchParams({ sort: 'id asc', limit: String(pageMax), withTotal: 'false' });
    if (read.length > 0) query.set('where', `id > "${String(read.at(-1)!.id)}"`);
    const { status, json, text } = await http.send('GET', `${base}/${path}?${query.toString()}`);
    if (status !== 200) throw new Error(text);
    const { results } = json as { results: Record<string, Json>[] };
    read.push(...results);
    if (results.length < pageMax) return read;
  }
};

/** In the order of their making, so that the same seed picks the same ones: their ids are new in each run. */
export const readOrders = async (reader: Reader): Promise<WireOrder[]> => {
  const numberOf = ({ purchaseOrderNumber }: WireOrder): number => Number(purchaseOrderNumber);
  return ((await everything(reader, 'orders')) as unknown as WireOrder[]).sort((a, b) => numberOf(a) - numberOf(b));
};

const referred = {
  states: 'state',
  'customer-groups': 'customer-group',
  payments: 'payment',
  types: 'type',
  stores: 'store',
} as const;

export const readProjectData = async (reader: Reader, languages: readonly string[]): Promise<ProjectData> => {
  const kinds = await Promise.all(
    Object.entries(referred).map(async ([path, typeId]) => ({ typeId, resources: await everything(reader, path) })),
  );
  const named = kinds.flatMap(({ typeId, resources }) =>
    resources.map(
      each => [typeId === 'store' ? `store/key=${String(each.key)}` : `${typeId}/${String(each.id)}`, each] as const,
    ),
  );
  return { languages, resources: new Map<string, Json>(named) };
};

const expect200 = ({ status, text }: { readonly status: number; readonly text: string }): void => {
  if (status !== 200) throw new Error(text);
};

/** Changes a share of the orders, as whoever it may be. */
export const changeOrders = async (
  { http, base }: Reader,
  random: Random,
  shop: ReferencedIds,
  orders: readonly WireOrder[],
  share: number,
): Promise<void> => {
  for (const { id, version } of orders.filter(() => random.next() < share)) {
    const headers: Record<string, string> =
      random.next() < 0.5 ? { 'x-external-user-id': `user-${random.integer(0, 9)}` } : {};
    expect200(
      await http.send('POST', `${base}/orders/${id}`, {
        headers,
        body: { version, actions: randomUpdateActions(random, shop) },
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
