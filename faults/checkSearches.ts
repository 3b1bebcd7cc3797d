/** Compares the results of searches with the responses of the service, which were compared with the ledger. */
import { setTimeout } from 'node:timers/promises';
import type { ShopContext } from './CheckContext.js';
import { readAll } from './checkResources.js';
import { compareFacets, type Comparison, type Send } from './compareFacets.js';
import { product, readProductText, type Shown } from './kinds.js';
import type { Ledger } from './Ledger.js';

const pageSize = 100;
const pollMs = 100;
/** Number of orders and products that are searched by their last change. */
const searchedMax = 10;

interface Page {
  readonly hits?: readonly Shown[];
  readonly results?: readonly Shown[];
}

const senderOf =
  ({ client, projectKey }: ShopContext): Send =>
  async (method, path, body) => {
    const answer = await client.send(method, `/${projectKey}/${path}`, body);
    if (answer?.status !== 200) throw new Error(`${path} was answered with ${answer?.status} ${answer?.text}`);
    return answer.json;
  };

const ask = async (place: ShopContext, method: string, path: string, body?: object) => {
  const { hits, results } = (await senderOf(place)(method, path, body)) as Page;
  return hits ?? results!;
};

const search = (place: ShopContext, path: string, query: object, offset = 0): Promise<readonly Shown[]> =>
  ask(place, 'POST', `${path}/search`, { query, limit: pageSize, offset });

const readPages = async (pageFrom: (offset: number) => Promise<readonly Shown[]>): Promise<Shown[]> => {
  const all: Shown[] = [];
  for (;;) {
    const page = await pageFrom(all.length);
    all.push(...page);
    if (page.length < pageSize) return all;
  }
};

const sorted = (lines: readonly string[]): string => [...lines].sort().join('\n');

const compareOrders = async (place: ShopContext): Promise<Comparison[]> => {
  const orders = await readAll(place, 'orders');
  const lineOf = ({ id, version }: Shown): string => `${id} ${version}`;
  const found = await readPages(offset => search(place, 'orders', { exists: { field: 'id' } }, offset));
  const comparisons: Comparison[] = [['all orders', sorted(found.map(lineOf)), sorted(orders.map(lineOf))]];
  for (const order of orders.filter(({ customerEmail }) => customerEmail !== undefined).slice(0, searchedMax)) {
    const query = { exact: { field: 'customerEmail', value: order.customerEmail } };
    comparisons.push([`order ${order.id}`, sorted((await search(place, 'orders', query)).map(lineOf)), lineOf(order)]);
  }
  return comparisons;
};

/** Compares what a search finds with what the writers of products know. */
const compareLedger = ({ resources }: Ledger, found: ReadonlySet<string>): Comparison[] =>
  resources.flatMap(({ kind, id, known, possible, deletion, losses }): Comparison[] => {
    if (kind !== product || id === undefined || losses.length > 0) return [];
    const isFound = String(found.has(id));
    if (deletion === 'acknowledged') return [[`deleted product ${id}`, isFound, 'false']];
    const isKnown = deletion === undefined && known !== undefined && possible.length === 0;
    return isKnown
      ? [[`acknowledged product ${id}`, isFound, String(readProductText(known.text).current !== null)]]
      : [];
  });

const compareProducts = async (place: ShopContext, ledger: Ledger): Promise<Comparison[]> => {
  const products = await readAll(place, 'products');
  const texts = products.map(each => ({ ...each, ...readProductText(product.textOf(each)) }));
  const published = texts.filter(({ current }) => current !== null);
  const lineOf = ({ id, version }: Shown, name: unknown): string => `${id} ${version} ${String(name)}`;
  const projections = async (staged: boolean): Promise<string> => {
    const all = await readPages(offset =>
      ask(place, 'GET', `product-projections/search?staged=${staged}&limit=${pageSize}&offset=${offset}`),
    );
    return sorted(all.map(each => lineOf(each, (each.name as { en: string }).en)));
  };
  const ids = await readPages(offset => search(place, 'products', { exists: { field: 'key' } }, offset));
  const comparisons: Comparison[] = [
    ['staged projections', await projections(true), sorted(texts.map(each => lineOf(each, each.staged)))],
    ['current projections', await projections(false), sorted(published.map(each => lineOf(each, each.current)))],
    ['published products', sorted(ids.map(({ id }) => id)), sorted(published.map(({ id }) => id))],
  ];
  for (const { id, current } of published.slice(0, searchedMax)) {
    const query = { fullText: { field: 'name', language: 'en', value: current } };
    comparisons.push([`product ${id}`, sorted((await search(place, 'products', query)).map(each => each.id)), id]);
  }
  const shown = products.filter(({ id }) => published.some(each => each.id === id));
  return [
    ...comparisons,
    ...(await compareFacets(senderOf(place), shown)),
    ...compareLedger(ledger, new Set(ids.map(({ id }) => id))),
  ];
};

const differencesIn = (comparisons: readonly Comparison[]): string[] =>
  comparisons.filter(([, found, expected]) => found !== expected).map(([name]) => name);

/** Checks that searches over each connection find the current state of everything, some time after the last change. */
export const checkSearches = async (
  place: ShopContext,
  ledger: Ledger,
  { waitMsMax, connections }: { readonly waitMsMax: number; readonly connections: number },
): Promise<void> => {
  const endMs = performance.now() + waitMsMax;
  for (let connection = 0; connection < connections; connection++) {
    const client = place.client.open();
    for (const compare of [compareOrders, compareProducts])
      for (;;) {
        const compared = compare({ ...place, client }, ledger);
        const differences = await compared.then(differencesIn, (error: unknown) => [String(error)]);
        if (differences.length === 0) break;
        if (performance.now() > endMs) {
          ledger.addFailure(`a search differs for ${waitMsMax} ms: ${differences.join(', ')}`);
          break;
        }
        await setTimeout(pollMs);
      }
    client.close();
  }
};
