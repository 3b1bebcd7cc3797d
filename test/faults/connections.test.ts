/** Connections break between a commit and its response. */
import { test } from '../support/tap.js';
import { waitUntil } from '../support/waitUntil.js';
import { connect } from '../../src/base/redis/connect.js';
import { orderDraft } from '../support/drafts.js';
import { startOwnRedis } from '../support/startOwnRedis.js';
import { startQuayside } from '../support/quayside.js';

const redis = await startOwnRedis();
const quayside = await startQuayside({ REDIS_URL: redis.url });
const project = await quayside.project();
const http = quayside.http.as(await quayside.token(project));
const base = `/${project.projectKey}/orders`;

interface Order {
  readonly id: string;
  readonly version: number;
  readonly lastMessageSequenceNumber: number;
}

const rounds = Number(process.env.FAULT_ROUNDS ?? 8);
const writers = 16;

test('never answers the only writer of an order with a conflict while connections break (GEN075)', async t => {
  let isOver = false;
  const statuses = new Map<number, number>();
  const write = async (created: Order): Promise<void> => {
    let { version } = created;
    let number = 0;
    while (!isOver) {
      const { status, json } = await http.send('POST', `${base}/${created.id}`, {
        body: { version, actions: [{ action: 'setCustomerEmail', email: `${number++}@example.com` }] },
      });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      // After a 503 the update may or may not be stored; only then may the version have changed.
      if (status === 200 || status === 409)
        ({ version } =
          status === 200 ? (json as Order) : ((await http.send('GET', `${base}/${created.id}`)).json as Order));
      else ({ version } = await again(created.id));
    }
    const order = await again(created.id);
    t.equal(order.version, order.lastMessageSequenceNumber, 'one message for each version');
  };
  const again = async (id: string): Promise<Order> => {
    for (;;) {
      const { status, json } = await http.send('GET', `${base}/${id}`);
      if (status === 200) return json as Order;
    }
  };
  const imported = await Promise.all(
    Array.from({ length: writers }, () => http.send('POST', `${base}/import`, { body: orderDraft() })),
  );
  const all = Promise.all(imported.map(({ json }) => write(json as Order)));
  for (let round = 0; round < rounds; round++) {
    const acknowledged = statuses.get(200) ?? 0;
    await waitUntil(() => (statuses.get(200) ?? 0) >= acknowledged + writers);
    await redis.cutConnections();
  }
  isOver = true;
  await all;
  t.same(
    [...statuses.keys()].filter(status => status !== 200 && status !== 503),
    [],
    'neither a false conflict nor an unexpected error',
  );
  t.ok(statuses.get(200)! > writers);
});

test('starts although Redis does not answer for more than a second', async t => {
  const control = connect(redis.url);
  await control.call('CLIENT', 'PAUSE', '1300', 'ALL');
  control.disconnect();
  const started = await startQuayside({ REDIS_URL: redis.url, LOG_LEVEL: 'silent' });
  t.equal((await started.http.send('GET', '/readyz')).status, 200);
  await started.stop();
});
