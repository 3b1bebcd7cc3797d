/** Redis ends under load and starts again: every acknowledged write exists, and none exists twice. */
import { setTimeout } from 'node:timers/promises';
import { test } from '../support/tap.js';
import { orderDraft } from '../support/drafts.js';
import { startOwnRedis } from '../support/startOwnRedis.js';
import { startQuayside } from '../support/quayside.js';
import { waitUntil } from '../support/waitUntil.js';
import { matchWhole } from '../support/matchWhole.js';

const redis = await startOwnRedis();
const quayside = await startQuayside({ REDIS_URL: redis.url });
const project = await quayside.project();
const http = quayside.http.as(await quayside.token(project));
const base = `/${project.projectKey}`;

interface Order {
  readonly id: string;
  readonly version: number;
  readonly lastMessageSequenceNumber: number;
}
interface Written {
  readonly id: string;
  acknowledged: number;
  sent: number;
}

const writers = 12;

test('answers 5xx in the error format while Redis is down, and loses no acknowledged write (ERR013)', async t => {
  let isOver = false;
  const statuses = new Map<number, number>();
  const write = async ({ id }: Order): Promise<Written> => {
    const written = { id, acknowledged: 1, sent: 1 };
    let version = 1;
    while (!isOver) {
      written.sent++;
      const { status, json } = await http.send('POST', `${base}/orders/${id}`, {
        body: { version, actions: [{ action: 'setCustomerEmail', email: `${written.sent}@example.com` }] },
      });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 200) written.acknowledged = version = (json as Order).version;
      else if (status === 409) version = (json as { errors: [{ currentVersion: number }] }).errors[0].currentVersion;
      else matchWhole(t, json, { statusCode: 503, errors: [{ code: 'ServiceUnavailable' }] });
      // A pause like that of a client, so that refused writes leave time for others.
      if (status !== 200) await setTimeout(50);
    }
    return written;
  };
  const imported = await Promise.all(
    Array.from({ length: writers }, () => http.send('POST', `${base}/orders/import`, { body: orderDraft() })),
  );
  const all = Promise.all(imported.map(({ json }) => write(json as Order)));
  await waitUntil(() => (statuses.get(200) ?? 0) >= 5 * writers);
  await redis.kill();
  await waitUntil(() => (statuses.get(503) ?? 0) >= writers);
  await redis.restart();
  await waitUntil(async () => (await http.send('GET', '/readyz')).status === 200);
  const before = statuses.get(200)!;
  await waitUntil(() => statuses.get(200)! > before + 50);
  isOver = true;

  for (const { id, acknowledged, sent } of await all) {
    const order = (await http.send('GET', `${base}/orders/${id}`)).json as Order;
    t.ok(
      order.version >= acknowledged && order.version <= sent,
      `version ${order.version}, ${acknowledged} acknowledged, ${sent} sent`,
    );
    const { total } = (
      await http.send('GET', `${base}/messages?limit=1&where=${encodeURIComponent(`resource(id="${id}")`)}`)
    ).json as { total: number };
    t.same([order.lastMessageSequenceNumber, total], [order.version, order.version], 'one message for each version');
  }
});
