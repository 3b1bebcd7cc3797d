/**
 * A short query that turns out to compute for long begins again in a thread of heavy calls, which the metrics
 * name as soon as it has started. Each server has one worker.
 */
import { test } from '../../support/tap.js';
import { storeMany } from '../../support/graphql.js';
import { freeMetricsPort, scrape } from '../../support/metrics.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startQuayside } from '../../support/quayside.js';
import { waitUntil } from '../../support/waitUntil.js';

const metricsPort = await freeMetricsPort();
const quayside = await startQuayside({ WORKERS: '1', METRICS_PORT: metricsPort, WORK_TIMEOUT_MS: '60000' });
const project = await quayside.project();
const http = quayside.http.as(await quayside.token(project));

const attributes = Array.from({ length: 100 }, (_, at) => ({ name: `name${at}`, value: `value ${at}` }));
const lineItems = Array.from({ length: 400 }, (_, at) => ({ id: String(at), variant: { id: 1, attributes } }));
const [id] = await storeMany(quayside, project.projectKey, 'order', [{ lineItems }]);
/** No attribute has one of these values, so that each condition reads each attribute. */
const conditions = Array.from({ length: 150 }, (_, at) => `value="v${at}"`).join(' or ');
const where = `not(lineItems(variant(attributes(${conditions}))))`;

const hasHeavyThread = async (): Promise<boolean> => (await scrape(metricsPort)).includes('thread="heavy-1"');

const query = () => http.send('GET', `/${project.projectKey}/orders?where=${encodeURIComponent(where)}&limit=1`);
const ask = (document: string) =>
  http.send('POST', `/${project.projectKey}/graphql`, {
    body: { query: document, variables: { where } },
  });

test('a page, and a field of a document, begin again in the thread of heavy calls', async t => {
  t.equal((await ask('{ states { total } }')).status, 200);
  t.equal(await hasHeavyThread(), false);
  const page = await query();
  matchWhole(t, [page.status, (page.json as { total: number; results: readonly { id: string }[] }).total], [200, 1]);
  await waitUntil(hasHeavyThread);
  const document = 'query($where: String) { orders(where: $where) { total results { id } } states { total } }';
  matchWhole(t, (await ask(document)).json, {
    data: { orders: { total: 1, results: [{ id }] }, states: { total: 1 } },
  });
});
