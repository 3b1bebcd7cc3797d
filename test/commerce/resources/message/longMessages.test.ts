/** A message with a long order is read like any other, whether it is stored compressed or not. */
import { randomBytes } from 'node:crypto';
import type { OrderImportedMessage } from '@commercetools/platform-sdk';
import { test } from '../../../support/tap.js';
import { bodyOf } from '../../../support/sdk.js';
import { keys } from '../../../../src/store/keys.js';
import { newKey } from '../../../support/drafts.js';
import { startOrders } from '../../../support/orders.js';

const { create, messagesOf, projectKey, quayside, sdk } = await startOrders();
const { redis } = quayside.services;

/** Imports an order with an incompressible text of this length, and returns it with its message. */
const importWithText = async (length: number) => {
  const order = await create({
    orderNumber: newKey(),
    shippingAddress: addressOf(length / 2),
    billingAddress: addressOf(length / 2),
  });
  const [message] = await messagesOf(order);
  const stored = await redis.getBuffer(keys.body(projectKey, 'message', message!.id));
  return { order, message: message!, isCompressed: stored![0] === 1 };
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
    const read = (await bodyOf(sdk.messages().withId({ ID: found.message.id }).get())) as OrderImportedMessage;
    t.strictSame(read, found.message);
    t.strictSame(read.order, found.order);
  });
