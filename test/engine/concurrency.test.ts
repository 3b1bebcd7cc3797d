/** Optimistic concurrency: thirty writers update one order through two services. */
import { setTimeout } from 'node:timers/promises';
import { test } from '../support/tap.js';
import { keys } from '../../src/store/keys.js';
import { orderDraft } from '../support/drafts.js';
import { startQuayside } from '../support/quayside.js';
import { matchWhole } from '../support/matchWhole.js';

const writers = 30;
const updates = 700;
const waitMsMax = 40;

const services = [await startQuayside(), await startQuayside()];
const project = await services[0]!.project();
const token = await services[0]!.token(project);
const clients = services.map(({ http }) => http.as(token));
const base = `/${project.projectKey}`;

interface Order {
  readonly id: string;
  readonly version: number;
  readonly customerEmail: string;
}

test('lets exactly one update win per version, loses none, and numbers messages without gap (GEN033, GEN064, GEN075)', async t => {
  const { id } = (await clients[0]!.send('POST', `${base}/orders/import`, { body: orderDraft() })).json as Order;
  const wonBy = new Map<number, string>();
  let left = updates;
  let conflicts = 0;

  const write = async (writer: number): Promise<void> => {
    const client = clients[writer % clients.length]!;
    let version = 1;
    for (let number = 0; left > 0; number++) {
      left--;
      const email = `writer-${writer}-${number}@example.com`;
      for (;;) {
        const { status, json } = await client.send('POST', `${base}/orders/${id}`, {
          body: { version, actions: [{ action: 'setCustomerEmail', email }] },
        });
        if (status === 200) {
          ({ version } = json as Order);
          if (wonBy.has(version)) t.fail(`two won version ${version}`);
          wonBy.set(version, email);
          break;
        }
        if (status !== 409) throw new Error(JSON.stringify(json));
        conflicts++;
        version = (json as { errors: [{ currentVersion: number }] }).errors[0].currentVersion;
        // Clients should wait so, too: without a random pause most updates of thirty writers end in conflicts.
        await setTimeout(Math.random() * waitMsMax);
      }
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));

  const order = (await clients[1]!.send('GET', `${base}/orders/${id}`)).json as Order;
  t.equal(order.version, updates + 1);
  t.same(
    [...wonBy.keys()].sort((a, b) => a - b),
    Array.from({ length: updates }, (_, index) => index + 2),
  );
  t.equal(order.customerEmail, wonBy.get(updates + 1));
  t.ok(conflicts > 0, 'some updates met a conflict');

  const messages: { sequenceNumber: number; resourceVersion: number; email?: string }[] = [];
  for (let offset = 0; offset <= updates; offset += 500) {
    const query = new URLSearchParams({
      where: `resource(id = "${id}")`,
      sort: 'sequenceNumber asc',
      limit: '500',
      offset: String(offset),
    });
    messages.push(
      ...((await clients[0]!.send('GET', `${base}/messages?${query.toString()}`)).json as { results: typeof messages })
        .results,
    );
  }
  t.same(
    messages.map(({ sequenceNumber }) => sequenceNumber),
    Array.from({ length: updates + 1 }, (_, index) => index + 1),
  );
  for (const { sequenceNumber, resourceVersion, email } of messages.slice(1))
    if (resourceVersion !== sequenceNumber || email !== wonBy.get(resourceVersion))
      t.fail(`message ${sequenceNumber} belongs to another update`);
});

test('refuses an update of a version that a failover has lost (GEN033)', async t => {
  const [client] = clients;
  const { id } = (await client!.send('POST', `${base}/orders/import`, { body: orderDraft() })).json as Order;
  const update = async (version: number, email: string) =>
    (
      await client!.send('POST', `${base}/orders/${id}`, {
        body: { version, actions: [{ action: 'setCustomerEmail', email }] },
      })
    ).json as Order;
  const lost = await update(1, 'lost@example.com');
  // Another server wrote another second version after the failover.
  const stored = {
    ...lost,
    lastModifiedAt: new Date(Date.now() + 5_000).toISOString(),
    purchaseOrderNumber: 'of the other server',
  };
  await services[0]!.services.redis.set(keys.body(project.projectKey, 'order', id), JSON.stringify(stored));
  matchWhole(t, await update(2, 'jo@example.com'), {
    version: 3,
    customerEmail: 'jo@example.com',
    purchaseOrderNumber: 'of the other server',
  });
});
