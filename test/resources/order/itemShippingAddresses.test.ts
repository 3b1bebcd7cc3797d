/** Addresses of the pieces of an item. */
import { test } from '../../support/tap.js';
import { customLineItemDraft, lineItemDraft } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startOrders, refusedWith } from '../../support/orders.js';

const { create, update, refuse, updateMessagesOf } = await startOrders();

const address = (key?: string) => ({ country: 'DE', city: 'Kiel', ...(key === undefined ? {} : { key }) });

test('distributes the pieces of items over addresses (OACT088, OACT089, OACT090, OACT091, OACT092, OACT093, OACT094, OACT095)', async t => {
  const order = await create({
    lineItems: [lineItemDraft({ quantity: 3 })],
    customLineItems: [customLineItemDraft({ quantity: 2 })],
  });
  const [lineItemId, customLineItemId] = [order.lineItems[0]!.id, order.customLineItems[0]!.id];
  const added = await update(
    order,
    { action: 'addItemShippingAddress', address: address('home') },
    { action: 'addItemShippingAddress', address: address('work') },
  );
  matchWhole(t, added.itemShippingAddresses, [address('home'), address('work')]);
  matchWhole(t, await refuse(added, { action: 'addItemShippingAddress', address: address('home') }), {
    errors: [{ code: 'DuplicateField', field: 'address.key', duplicateValue: 'home', actionIndex: 0 }],
  });
  matchWhole(
    t,
    await refuse(added, { action: 'addItemShippingAddress', address: address() }),
    refusedWith('RequiredField', /address\.key/, { field: 'address.key' }),
  );

  const details = (quantity: number, addressKey = 'home') => ({ targets: [{ addressKey, quantity }] });
  const spread = await update(
    added,
    { action: 'setLineItemShippingDetails', lineItemId, shippingDetails: details(3) },
    { action: 'setCustomLineItemShippingDetails', customLineItemId, shippingDetails: details(1, 'work') },
  );
  t.same(spread.lineItems[0]!.shippingDetails, { ...details(3), valid: true });
  t.same(spread.customLineItems[0]!.shippingDetails, { ...details(1, 'work'), valid: false });
  matchWhole(
    t,
    await refuse(spread, { action: 'setLineItemShippingDetails', lineItemId, shippingDetails: details(1, 'nowhere') }),
    refusedWith('InvalidInput', /'nowhere' names no address of itemShippingAddresses; known: home, work/),
  );

  const replaced = await update(spread, {
    action: 'updateItemShippingAddress',
    address: { ...address('work'), city: 'Bonn' },
  });
  matchWhole(t, replaced.itemShippingAddresses, [address('home'), { key: 'work', city: 'Bonn' }]);
  matchWhole(
    t,
    await refuse(replaced, { action: 'updateItemShippingAddress', address: address('other') }),
    refusedWith('InvalidOperation', /no itemShippingAddress with key 'other'; known: home, work/),
  );

  for (const addressKey of ['home', 'work'])
    matchWhole(
      t,
      await refuse(replaced, { action: 'removeItemShippingAddress', addressKey }),
      refusedWith('InvalidOperation', /cannot be removed: the shipping details of the item/),
    );
  const freed = await update(
    replaced,
    { action: 'setLineItemShippingDetails', lineItemId },
    { action: 'removeItemShippingAddress', addressKey: 'home' },
  );
  matchWhole(t, freed.itemShippingAddresses, [{ key: 'work' }]);
  t.notOk('shippingDetails' in freed.lineItems[0]!);
  t.same(await updateMessagesOf(order), [], 'sends no message (OACT102)');
});
