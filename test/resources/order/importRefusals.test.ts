/** Imports that are refused. */
import { test } from '../../support/tap.js';
import { lineItemDraft, money, stateDraft } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startOrders } from '../../support/orders.js';

const { sdk, http, base, create, refuseCreation, createIn } = await startOrders();

test('takes States of type OrderState only (ORD023)', async t => {
  const open = await createIn('states', stateDraft());
  t.same((await create({ state: { typeId: 'state', key: open.key } })).state, { typeId: 'state', id: open.id });
  matchWhole(t, await refuseCreation({ state: { typeId: 'state', key: 'Initial' } }), {
    statusCode: 400,
    errors: [{ message: /OrderState/, code: 'InvalidOperation' }],
  });
  matchWhole(t, await refuseCreation({ state: { typeId: 'state', id: 'nowhere' } }), {
    errors: [{ code: 'ReferencedResourceNotFound', typeId: 'state', id: 'nowhere' }],
  });
});

test('refuses unknown order, shipment and payment states (ORD044, ORD045, ORD046)', async t => {
  for (const [field, values] of [
    ['orderState', ['Open', 'Confirmed', 'Complete', 'Cancelled']],
    ['shipmentState', ['Shipped', 'Delivered', 'Ready', 'Pending', 'Delayed', 'Partial', 'Backorder']],
    ['paymentState', ['BalanceDue', 'Failed', 'Pending', 'CreditOwed', 'Paid']],
  ] as const) {
    for (const value of values) t.equal((await create({ [field]: value }))[field], value);
    const refusal = await refuseCreation({ [field]: 'Elsewhere' });
    matchWhole(t, refusal, {
      statusCode: 400,
      errors: [{ code: 'InvalidField', field, invalidValue: 'Elsewhere', allowedValues: values }],
    });
  }
});

test('refuses a draft with all its errors together and writes nothing (ERR004)', async t => {
  const before = (await sdk.orders().get().execute()).body.total;
  const { json } = await http.send('POST', `${base}/orders/import`, {
    body: { orderNumber: 5, lineItems: [{ quantity: 0, variant: {}, price: {} }], country: 'Germany' },
  });
  const fields = (json as { errors: { code: string; field?: string; message: string }[] }).errors.map(
    ({ code, field, message }) => field ?? `${code} ${message}`,
  );
  matchWhole(t, fields.sort(), [
    "InvalidJsonInput Malformed field 'orderNumber': expected a string, got the number 5.",
    'country',
    'lineItems[0].name',
    'lineItems[0].price.value',
    'lineItems[0].quantity',
    'totalPrice',
  ]);
  t.equal((await sdk.orders().get().execute()).body.total, before);
});

test('refuses amounts of several currencies', async t => {
  matchWhole(t, await refuseCreation({ lineItems: [lineItemDraft({ price: { value: money(1, 'USD') } })] }), {
    statusCode: 400,
    errors: [{ code: 'InvalidInput', message: /one currency/ }],
  });
  matchWhole(
    t,
    await refuseCreation({ taxedPrice: { totalNet: money(1, 'USD'), totalGross: money(1, 'USD'), taxPortions: [] } }),
    {
      errors: [{ message: /one currency/, code: 'InvalidInput' }],
    },
  );
  matchWhole(
    t,
    await refuseCreation({
      lineItems: [lineItemDraft({ quantity: 9_000_000, price: { value: money(9_000_000_000) } })],
    }),
    { errors: [{ code: 'InvalidInput', message: /exceeds 9007199254740991/ }] },
  );
  matchWhole(t, await refuseCreation({ totalPrice: { currencyCode: 'EUR', centAmount: 1e300 } }), {
    statusCode: 400,
    errors: [{ code: 'InvalidField', field: 'totalPrice.centAmount', invalidValue: 1e300 }],
  });
});

test('shipping details refer to addresses of the order', async t => {
  const itemShippingAddresses = [
    { key: 'home', country: 'DE' },
    { key: 'work', country: 'DE' },
  ];
  const withTargets = (...targets: { addressKey: string; quantity: number }[]) => ({
    itemShippingAddresses,
    lineItems: [lineItemDraft({ quantity: 3, shippingDetails: { targets } })],
  });
  matchWhole(
    t,
    (await create(withTargets({ addressKey: 'home', quantity: 1 }, { addressKey: 'work', quantity: 2 }))).lineItems[0]!
      .shippingDetails,
    { valid: true },
  );
  matchWhole(t, (await create(withTargets({ addressKey: 'home', quantity: 1 }))).lineItems[0]!.shippingDetails, {
    valid: false,
  });
  matchWhole(t, await refuseCreation(withTargets({ addressKey: 'moon', quantity: 3 })), {
    statusCode: 400,
    errors: [{ message: /'moon'.*known: home, work/, code: 'InvalidInput' }],
  });
});
