/** The length limit of pages that the main thread reads itself. */
import { test } from '../support/tap.js';
import { LongPageError } from '../../src/engine/query/pageBodies.js';
import { planStoredPage, readStoredPage } from '../../src/engine/query/storedPage.js';
import { resourceTypes } from '../../src/commerce/resources/index.js';
import type { DataStore } from '../../src/store/DataStore.js';
import { orderDraft } from '../support/drafts.js';
import { startQuayside } from '../support/quayside.js';

/** The server runs in this process, which remembers the longest bodies that its threads wrote. */
const quayside = await startQuayside({ WORKERS: '1' });
const project = await quayside.project();
const { projectKey } = project;
const http = quayside.http.as(await quayside.token(project));
const order = resourceTypes.find(({ typeId }) => typeId === 'order')!;
const pageBytesMax = 1024 * 1024;
const text = 'x'.repeat(65_000);

const importOrders = async (count: number, changes: object = {}): Promise<void> => {
  for (let at = 0; at < count; at++) {
    const body = orderDraft(changes);
    const { status, text: response } = await http.send('POST', `/${projectKey}/orders/import`, { body });
    if (status !== 201) throw new Error(response);
  }
};

/**
 * Reads a page as the main thread does; returns its number of orders, and the reads of bodies with their id counts.
 */
const readPage = async (limit: number, more = '') => {
  const reads: [name: string, idCount: number][] = [];
  const { store: stored } = quayside.services;
  const store: DataStore = {
    ...stored,
    bodyLengths: (key, typeId, ids) => {
      reads.push(['bodyLengths', ids.length]);
      return stored.bodyLengths(key, typeId, ids);
    },
    bodies: (key, typeId, ids) => {
      reads.push(['bodies', ids.length]);
      return stored.bodies(key, typeId, ids);
    },
  };
  const reader = { store, queryTimeoutMs: 60_000, pageBytesMax, readBody: () => Promise.resolve(null) };
  const page = await readStoredPage(reader, projectKey, planStoredPage(order, {}, `limit=${limit}${more}`)!).catch(
    (error: unknown) => {
      if (error instanceof LongPageError) return 'long' as const;
      throw error;
    },
  );
  const { count } = page === 'long' || page === undefined ? {} : (JSON.parse(page.toString()) as { count: number });
  return { page: count ?? page, reads };
};

test('the main thread leaves a page of more than 1 MiB to a worker, and reads none of its bodies (GEN041)', async t => {
  await importOrders(3);
  t.same(await readPage(20), {
    page: 3,
    reads: [
      ['bodyLengths', 3],
      ['bodies', 3],
    ],
  });
  t.same(await readPage(20), { page: 3, reads: [['bodies', 3]] }, 'the type is known to have short bodies');

  await importOrders(9, { shippingAddress: { country: 'DE', city: text, streetName: text } });
  t.same(await readPage(20), { page: 'long', reads: [['bodyLengths', 12]] }, 'the type has long bodies now');
  t.same(await readPage(4), { page: 4, reads: [['bodies', 4]] }, 'four of the longest are short enough');
  const { status, json } = await http.send('GET', `/${projectKey}/orders?limit=20`);
  t.equal(status, 200);
  const { count, total } = json as { count: number; total: number };
  t.same({ count, total }, { count: 12, total: 12 });
});

test('the main thread reads a page of short bodies of a type that has long ones (GEN041)', async t => {
  await importOrders(20);
  t.same(await readPage(20, '&sort=createdAt desc'), {
    page: 20,
    reads: [
      ['bodyLengths', 20],
      ['bodies', 20],
    ],
  });
});
