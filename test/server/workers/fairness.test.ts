import { test } from '../../support/tap.js';
import { importSampleOrders } from '../../../src/server/sampleShop.js';
import { startQuayside } from '../../support/quayside.js';
import { waitUntil } from '../../support/waitUntil.js';

const quayside = await startQuayside();
const project = await quayside.project();
const http = quayside.http.as(await quayside.token(project));
await importSampleOrders(quayside.services, { projectKey: project.projectKey, orders: 3_000, seed: 9 });

test('serves reads and other queries while a query scans', async t => {
  const ended: string[] = [];
  const send = async (name: string, path: string) => {
    t.equal((await http.send('GET', `/${project.projectKey}/${path}`)).status, 200, name);
    ended.push(name);
  };
  await send('warm', 'orders?limit=1');
  // A busy machine may send all responses at once, in any order; but a scan that delays the others always ends first.
  await waitUntil(async () => {
    const slow = send('scan', `orders?where=${encodeURIComponent('lineItems(quantity = 77)')}`);
    await Promise.all([send('read', 'states/key=Initial'), send('query', 'states')]);
    await slow;
    return ended.at(-1) === 'scan';
  });
});
