/** The comparison of a fault round finds each way in which what is stored differs from what was acknowledged. */
import { setTimeout } from 'node:timers/promises';
import { checkRound } from '../../faults/checkRound.js';
import { readAll } from '../../faults/checkResources.js';
import { checkSearches } from '../../faults/checkSearches.js';
import { compareFacets } from '../../faults/compareFacets.js';
import { createClient } from '../../faults/createClient.js';
import { kinds, product, readProductText, type Shown } from '../../faults/kinds.js';
import { Ledger, type ResourceEntry } from '../../faults/Ledger.js';
import { setUpProject } from '../../faults/openProjects.js';
import { startLoad } from '../../faults/startLoad.js';
import { Random } from '../../examples/sample-shop/choices.js';
import { keys } from '../../src/store/keys.js';
import { startQuayside } from '../support/quayside.js';
import { test } from '../support/tap.js';
import { waitUntil } from '../support/waitUntil.js';

const quayside = await startQuayside();
const { services, address } = quayside;
const credentials = await quayside.project();
const { projectKey } = credentials;
const token = await quayside.token(credentials);
const shop = await setUpProject({ services, address }, projectKey, token, true);
const ledger = new Ledger();
const client = createClient({ address, token, ledger, allowed: [], answerMsMax: Number.POSITIVE_INFINITY });

/** Resources of a kind that exist, as their writers know. */
const entriesOf = (path: string): ResourceEntry[] =>
  ledger.resources.filter(({ kind, known, deletion }) => kind.path === path && known && deletion === undefined);

const isPublished = (text: string): boolean => readProductText(text).current !== null;
const publishedEntries = (): ResourceEntry[] => entriesOf('products').filter(({ known }) => isPublished(known!.text));

const load = startLoad({ client, projectKey, shop, ledger, writers: 8, random: new Random(7).next, restMs: 5 });
await waitUntil(
  () =>
    kinds.every(({ path }) => entriesOf(path).length > 0) &&
    ledger.checkouts.length > 2 &&
    publishedEntries().length > 0,
);
await setTimeout(100);
await load.stop();

const failuresNow = async (): Promise<string[]> => {
  ledger.failures.length = 0;
  await checkRound({ services, projectKey, client, shop }, ledger, { search: true, searchMsMax: 20_000 });
  return [...ledger.failures].sort();
};
const send = async (method: string, path: string, body?: object): Promise<Shown> =>
  (await client.send(method, `/${projectKey}/${path}`, body))!.json as Shown;

test('finds no difference after a load without a fault', async t => {
  t.same(await failuresNow(), []);
  t.equal(ledger.lost, 0);
});

test('finds a deleted product that a search finds, and facets that count another number of products', async t => {
  const place = { services, projectKey, client, shop };
  const [entry] = publishedEntries();
  ledger.failures.length = 0;
  entry!.deletion = 'acknowledged';
  await checkSearches(place, ledger, { waitMsMax: 0, connections: 1 });
  entry!.deletion = undefined;
  t.same(ledger.failures, [`a search differs for 0 ms: deleted product ${entry!.id}`]);
  const published = (await readAll(place, 'products')).filter(each => isPublished(product.textOf(each)));
  const differing = async (products: readonly Shown[]): Promise<string[]> =>
    (await compareFacets(send, products)).flatMap(([name, found, expected]) => (found === expected ? [] : [name]));
  t.same(await differing(published), []);
  t.same(await differing(published.filter(({ id }) => id !== entry!.id)), [
    'facet all',
    'facet categories',
    'facet prices',
    'total of projections',
    'facet of categories of projections',
    'facet of prices of projections',
  ]);
});

test('finds a lost creation, change and deletion, and counts that differ', async t => {
  const [review] = entriesOf('reviews');
  const [list] = entriesOf('shopping-lists');
  const [price] = entriesOf('standalone-prices');
  await send('DELETE', `reviews/${review!.id}?version=${review!.known!.version}`);
  await send('POST', `shopping-lists/${list!.id}`, {
    version: list!.known!.version,
    actions: [{ action: 'setDescription', description: { en: 'by no writer' } }],
  });
  price!.deletion = 'acknowledged';
  const stock = await send('GET', 'inventory/key=stock-0');
  const { availableQuantity } = await send('POST', `inventory/${stock.id}`, {
    version: stock.version,
    actions: [{ action: 'removeQuantity', quantity: 1 }],
  });
  const uses = Number(await services.redis.hget(keys.usageCounts(projectKey), `code/${shop.discountCodeId}`));
  await services.redis.hincrby(keys.usageCounts(projectKey), `code/${shop.discountCodeId}`, 1);
  const [unseen] = ledger.seenMessages;
  ledger.seenMessages.delete(unseen!);
  const { version, text, sinceMs } = list!.known!;
  const found = await failuresNow();
  t.same(
    found.filter(each => !each.startsWith('a reader by time did not see')),
    [
      `LOST: reviews/${review!.key}: its creation`,
      `LOST: shopping-lists/${list!.key}: ${JSON.stringify({ version, text, sinceMs })} was acknowledged, ` +
        `it shows {"version":${version + 1},"text":"by no writer"}`,
      `LOST: standalone-prices/${price!.key}: its deletion`,
      `${Number(availableQuantity)} pieces of stock-0 are left, expected ${Number(availableQuantity) + 1}`,
      `the code was used ${uses} times, ${uses + 1} were counted`,
    ].sort(),
  );
  t.equal(found.filter(each => each.startsWith('a reader by time did not see')).length, 1);
  client.close();
});
