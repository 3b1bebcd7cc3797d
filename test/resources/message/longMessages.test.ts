/** A message that holds a long order is read like any other, whether it is stored compressed or not. */
import { randomBytes } from 'node:crypto';
import { test } from '../../support/tap.js';
import { keys } from '../../../src/store/keys.js';
import { newKey, orderDraft } from '../../support/drafts.js';
import { startResourceApi } from '../../support/resourceApi.js';

const { createIn, http, base, credentials, quayside } = await startResourceApi('orders');
const { redis } = quayside.services;

interface Message {
  readonly id: string;
  readonly order: object;
}

/** The message about an order with a text of this length that nothing compresses. */
const importWithText = async (length: number) => {
  const order = await createIn(
    'orders/import',
    orderDraft({
      orderNumber: newKey(),
      shippingAddress: addressOf(length / 2),
      billingAddress: addressOf(length / 2),
    }),
  );
  const path = `${base}/messages?where=${encodeURIComponent(`resource(id="${order.id}")`)}`;
  const { results } = (await http.send('GET', path)).json as { results: readonly Message[] };
  const message = results[0]!;
  const stored = await redis.getBuffer(keys.body(credentials.projectKey, 'message', message.id));
  return { order, message, isCompressed: stored![0] === 1 };
};

const addressOf = (length: number) => ({
  country: 'DE',
  additionalStreetInfo: randomBytes(length).toString('base64').slice(0, length),
});

for (const [length, isCompressed] of [
  [3_000, true],
  [40_000, true],
  [60_000, false],
  [120_000, false],
] as const)
  test(`a message about an order of ${length} bytes (EVT001)`, async t => {
    const found = await importWithText(length);
    t.equal(found.isCompressed, isCompressed);
    const read = (await http.send('GET', `${base}/messages/${found.message.id}`)).json as Message;
    t.strictSame(read, found.message);
    t.strictSame(read.order, found.order);
  });
