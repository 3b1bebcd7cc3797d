/** Payments of orders. */
import { test } from '../../support/tap.js';
import { money } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startOrders, refusedWith } from '../../support/orders.js';

const { create, update, refuse, refuseCreation, updateMessagesOf, sdk } = await startOrders();

const newPayment = async () =>
  (
    await sdk
      .payments()
      .post({ body: { amountPlanned: money(100) } })
      .execute()
  ).body;

const paymentReference = ({ id }: { id: string }) => ({ typeId: 'payment', id });

test('addPayment and removePayment change the paymentInfo (OACT083, OACT085, OACT099)', async t => {
  const [first, second] = [await newPayment(), await newPayment()];
  const order = await create();
  const both = await update(
    order,
    { action: 'addPayment', payment: paymentReference(first) },
    { action: 'addPayment', payment: paymentReference(second) },
  );
  t.same(both.paymentInfo, { payments: [paymentReference(first), paymentReference(second)] });
  t.equal((await update(both, { action: 'addPayment', payment: paymentReference(first) })).version, both.version);
  const one = await update(both, { action: 'removePayment', payment: paymentReference(first) });
  t.same(one.paymentInfo, { payments: [paymentReference(second)] });
  const none = await update(one, { action: 'removePayment', payment: paymentReference(second) });
  t.notOk('paymentInfo' in none);
  matchWhole(
    t,
    await refuse(none, { action: 'removePayment', payment: paymentReference(second) }),
    refusedWith('InvalidOperation', /is not in the paymentInfo/),
  );
  matchWhole(t, await updateMessagesOf(order), [
    { type: 'OrderPaymentAdded', paymentRef: paymentReference(first) },
    { type: 'OrderPaymentAdded', paymentRef: paymentReference(second) },
    { type: 'OrderPaymentRemoved', paymentRef: paymentReference(first), removedPaymentInfo: false },
    { type: 'OrderPaymentRemoved', removedPaymentInfo: true },
  ]);
  matchWhole(t, await refuse(none, { action: 'addPayment', payment: { typeId: 'payment', id: 'nowhere' } }), {
    errors: [{ code: 'ReferencedResourceNotFound', typeId: 'payment', id: 'nowhere' }],
  });
});

test('a payment belongs to one order, also with concurrent requests (OACT084)', async t => {
  const payment = await newPayment();
  const orders = await Promise.all(Array.from({ length: 8 }, () => create()));
  const results = await Promise.allSettled(
    orders.map(order => update(order, { action: 'addPayment', payment: paymentReference(payment) })),
  );
  t.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const result of results)
    if (result.status === 'rejected')
      matchWhole(t, result.reason, {
        body: { statusCode: 400, errors: [{ code: 'InvalidOperation', message: /belongs to another resource/ }] },
      });
  const holder = orders[results.findIndex(({ status }) => status === 'fulfilled')]!;
  const other = orders.find(order => order !== holder)!;
  matchWhole(
    t,
    await refuseCreation({ paymentInfo: { payments: [paymentReference(payment)] } }),
    { errors: [{ code: 'InvalidOperation' }] },
    'an import is refused too',
  );
  await sdk
    .orders()
    .withId({ ID: holder.id })
    .delete({ queryArgs: { version: 2 } })
    .execute();
  matchWhole(
    t,
    (await update(other, { action: 'addPayment', payment: paymentReference(payment) })).paymentInfo,
    { payments: [paymentReference(payment)] },
    'the payment of a deleted order can be used again',
  );
});
