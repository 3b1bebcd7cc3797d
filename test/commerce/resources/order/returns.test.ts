import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';
import { customLineItemDraft } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { refusedWith, startOrders } from '../../../support/orders.js';

const { create, update, refuse, updateMessagesOf } = await startOrders();
const both = () => create({ customLineItems: [customLineItemDraft()] });
const itemOf = (order: Awaited<ReturnType<typeof both>>, shipmentState: string, more: object = {}) => ({
  quantity: 1,
  lineItemId: order.lineItems[0]!.id,
  shipmentState,
  ...more,
});

/** Also shows RET003, RET007, RET009, RET010, RET020, RET021, RET022, EVT005, order.fe19c and order.336ed. */
test('addReturnInfo appends items of both kinds, each with its first payment state (RET001, RET002)', async t => {
  const order = await both();
  const customLineItemId = order.customLineItems[0]!.id;
  const first = await update(order, {
    action: 'addReturnInfo',
    returnTrackingId: 'R-1',
    returnDate: '2026-02-03T04:05:06.000Z',
    items: [
      itemOf(order, 'Advised', { comment: 'too small' }),
      { quantity: 1, customLineItemId, shipmentState: 'Returned' },
    ],
  });
  const [info] = first.returnInfo!;
  matchWhole(t, info, {
    returnTrackingId: 'R-1',
    returnDate: '2026-02-03T04:05:06.000Z',
    items: [
      {
        type: 'LineItemReturnItem',
        lineItemId: order.lineItems[0]!.id,
        quantity: 1,
        comment: 'too small',
        shipmentState: 'Advised',
        paymentState: 'NonRefundable',
        createdAt: /Z$/,
      },
      {
        type: 'CustomLineItemReturnItem',
        customLineItemId,
        quantity: 1,
        shipmentState: 'Returned',
        paymentState: 'Initial',
        lastModifiedAt: /Z$/,
      },
    ],
  });
  const second = await update(first, { action: 'addReturnInfo', items: [itemOf(order, 'Returned')] });
  t.equal(second.returnInfo!.length, 2);
  t.same(second.returnInfo![0], info);
  matchWhole(t, await updateMessagesOf(order), [
    { type: 'ReturnInfoAdded', returnInfo: info },
    { type: 'ReturnInfoAdded', returnInfo: second.returnInfo![1] },
  ]);
});

test('refuses returns of other items or with a later state (RET008, RET017, order.fe19c, order.336ed)', async t => {
  const order = await both();
  for (const state of ['BackInStock', 'Unusable'])
    matchWhole(
      t,
      await refuse(order, { action: 'addReturnInfo', items: [itemOf(order, state)] }),
      refusedWith('InvalidOperation', new RegExp(`begins with the shipment state Advised or Returned; got ${state}`)),
    );
  matchWhole(
    t,
    await refuse(order, { action: 'addReturnInfo', items: [{ quantity: 1, shipmentState: 'Advised' }] }),
    refusedWith('InvalidInput', /expected one of lineItemId and customLineItemId/),
  );
  matchWhole(
    t,
    await refuse(order, { action: 'addReturnInfo', items: [itemOf(order, 'Advised', { lineItemId: 'x' })] }),
    refusedWith('InvalidOperation', /no lineItem with id 'x'/),
  );
  matchWhole(
    t,
    await refuse(order, { action: 'addReturnInfo', items: [itemOf(order, 'Advised', { quantity: 3 })] }),
    refusedWith('InvalidOperation', /3 pieces cannot be returned of an item with the quantity 2/),
  );
  assertError(t, await refuse(order, { action: 'addReturnInfo' }), 'RequiredField', { field: 'actions[0].items' });
  matchWhole(t, await refuse(order, { action: 'addReturnInfo', items: [{ lineItemId: 'x' }] }), {
    errors: [
      { code: 'RequiredField', field: 'actions[0].items[0].quantity' },
      { code: 'RequiredField', field: 'actions[0].items[0].shipmentState' },
    ],
  });
});

test('setReturnInfo replaces all, and without items removes all (RET004, RET023, RET024, EVT006)', async t => {
  const order = await both();
  const set = await update(await update(order, { action: 'addReturnInfo', items: [itemOf(order, 'Advised')] }), {
    action: 'setReturnInfo',
    items: [{ returnTrackingId: 'R-2', items: [itemOf(order, 'Returned')] }, { items: [] }],
  });
  matchWhole(t, set.returnInfo, [{ returnTrackingId: 'R-2', items: [{ paymentState: 'Initial' }] }, { items: [] }]);
  const none = await update(set, { action: 'setReturnInfo' });
  t.same(none.returnInfo, []);
  t.equal((await update(none, { action: 'setReturnInfo' })).version, none.version);
  matchWhole(t, (await updateMessagesOf(order)).slice(1), [
    { type: 'ReturnInfoSet', returnInfo: set.returnInfo },
    { type: 'ReturnInfoSet', returnInfo: [] },
  ]);
});

test('refuses duplicate keys of return items', async t => {
  const order = await both();
  assertError(
    t,
    await refuse(order, {
      action: 'addReturnInfo',
      items: [itemOf(order, 'Advised', { key: 'k' }), itemOf(order, 'Advised', { key: 'k' })],
    }),
    'DuplicateField',
    { field: 'returnItemKey', duplicateValue: 'k', actionIndex: 0 },
  );
});

const shipmentStates = ['Advised', 'Returned', 'BackInStock', 'Unusable'] as const;
const paymentStates = ['NonRefundable', 'Initial', 'Refunded', 'NotRefunded'] as const;
const allowed = new Set(['Returned BackInStock', 'Returned Unusable', 'Initial Refunded', 'Initial NotRefunded']);

/** Creates an order whose return item has the given states, set by update actions. */
const returned = async (
  shipmentState: (typeof shipmentStates)[number],
  paymentState: (typeof paymentStates)[number],
) => {
  const order = await both();
  let current = await update(order, {
    action: 'addReturnInfo',
    items: [itemOf(order, shipmentState === 'Advised' ? 'Advised' : 'Returned', { key: 'it' })],
  });
  const returnItemId = current.returnInfo![0]!.items[0]!.id;
  if (current.returnInfo![0]!.items[0]!.shipmentState !== shipmentState)
    current = await update(current, { action: 'setReturnShipmentState', returnItemId, shipmentState });
  if (current.returnInfo![0]!.items[0]!.paymentState !== paymentState)
    current = await update(current, { action: 'setReturnPaymentState', returnItemId, paymentState });
  return { order: current, returnItemId };
};

test('the shipment state changes in two ways only (RET005, RET011, RET012, RET013, EVT007, RET025)', async t => {
  for (const from of shipmentStates)
    for (const to of shipmentStates) {
      const { order, returnItemId } = await returned(from, from === 'Advised' ? 'NonRefundable' : 'Initial');
      const move = { action: 'setReturnShipmentState', returnItemId, shipmentState: to };
      if (!allowed.has(`${from} ${to}`)) {
        matchWhole(
          t,
          await refuse(order, move),
          refusedWith(
            'InvalidOperation',
            new RegExp(
              `cannot move from ${from} to ${to}; ` +
                `${from === 'Returned' ? 'allowed: BackInStock, Unusable' : 'there is no move'}`,
            ),
          ),
        );
        continue;
      }
      const after = await update(order, move);
      matchWhole(t, after.returnInfo![0]!.items[0], { shipmentState: to, lastModifiedAt: /Z$/ });
      matchWhole(t, (await updateMessagesOf(order)).at(-1), {
        type: 'OrderReturnShipmentStateChanged',
        returnItemId,
        returnShipmentState: to,
      });
    }
});

test('the payment state changes in two ways only and sends no message (RET006, RET014, RET015, RET016)', async t => {
  for (const from of paymentStates)
    for (const to of paymentStates) {
      const { order, returnItemId } = await returned(from === 'NonRefundable' ? 'Advised' : 'Returned', from);
      const before = await updateMessagesOf(order);
      const move = { action: 'setReturnPaymentState', returnItemKey: 'it', paymentState: to };
      if (allowed.has(`${from} ${to}`))
        matchWhole(t, (await update(order, move)).returnInfo![0]!.items[0], { id: returnItemId, paymentState: to });
      else
        matchWhole(
          t,
          await refuse(order, move),
          refusedWith('InvalidOperation', new RegExp(`cannot move from ${from} to ${to}`)),
        );
      t.same(await updateMessagesOf(order), before);
    }
});

test('refuses state changes of missing return items (RET018, RET019, order.c1266, order.d12a8)', async t => {
  const order = await both();
  const empty = await update(order, { action: 'setReturnInfo', items: [{ items: [] }] });
  for (const each of [empty])
    for (const move of [
      { action: 'setReturnShipmentState', returnItemId: 'x', shipmentState: 'BackInStock' },
      { action: 'setReturnPaymentState', returnItemId: 'x', paymentState: 'Refunded' },
    ])
      matchWhole(t, await refuse(each, move), refusedWith('InvalidOperation', /no returnInfo with a return item/));
  assertError(
    t,
    await refuse(empty, { action: 'setReturnShipmentState', returnItemId: 'x', shipmentState: 'Nonsense' }),
    'InvalidField',
    {
      field: 'actions[0].shipmentState',
      invalidValue: 'Nonsense',
      allowedValues: ['Advised', 'Returned', 'BackInStock', 'Unusable'],
    },
  );
});
