/** Imports that are refused. */
import { test } from '../../support/tap.js';
import { lineItemDraft, money, stateDraft } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startImports } from './startImports.js';

const { credentials, sdk, http, stored, problem } = await startImports();

test('takes States of type OrderState only (ORD023)', async t => {
  const { body: open } = await sdk.states().post({ body: stateDraft() }).execute();
  t.same((await stored({ state: { typeId: 'state', key: open.key } })).state, { typeId: 'state', id: open.id });
  matchWhole(t, await problem({ state: { typeId: 'state', key: 'Initial' } }), {
    statusCode: 400,
    errors: [{ message: /OrderState/, code: 'InvalidOperation' }],
  });
  matchWhole(t, await problem({ state: { typeId: 'state', id: 'nowhere' } }), {
    errors: [{ code: 'ReferencedResourceNotFound', typeId: 'state', id: 'nowhere' }],
  });
});

test('refuses unknown order, shipment and payment states (ORD044, ORD045, ORD046)', async t => {
  for (const [field, values] of [
    ['orderState', ['Open', 'Confirmed', 'Complete', 'Cancelled']],
    ['shipmentState', ['Shipped', 'Delivered', 'Ready', 'Pending', 'Delayed', 'Partial', 'Backorder']],
    ['paymentState', ['BalanceDue', 'Failed', 'Pending', 'CreditOwed', 'Paid']],
  ] as const) {
    for (const value of values) t.equal((await stored({ [field]: value }))[field], value);
    const refusal = await problem({ [field]: 'Elsewhere' });
    matchWhole(t, refusal, {
      statusCode: 400,
      errors: [{ code: 'InvalidField', field, invalidValue: 'Elsewhere', allowedValues: values }],
    });
  }
});

test('refuses a draft with all its errors together and writes nothing (ERR004)', async t => {
  const before = (await sdk.orders().get().execute()).body.total;
  const { json } = await http.send('POST', `/${credentials.projectKey}/orders/import`, {
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
  matchWhole(t, await problem({ lineItems: [lineItemDraft({ price: { value: money(1, 'USD') } })] }), {
    statusCode: 400,
    errors: [{ code: 'InvalidInput', message: /one currency/ }],
  });
  matchWhole(
    t,
    await problem({ taxedPrice: { totalNet: money(1, 'USD'), totalGross: money(1, 'USD'), taxPortions: [] } }),
    {
      errors: [{ message: /one currency/, code: 'InvalidInput' }],
    },
  );
  matchWhole(
    t,
    await problem({ lineItems: [lineItemDraft({ quantity: 9_000_000, price: { value: money(9_000_000_000) } })] }),
    { errors: [{ code: 'InvalidInput', message: /exceeds 9007199254740991/ }] },
  );
  matchWhole(t, await problem({ totalPrice: { currencyCode: 'EUR', centAmount: 1e300 } }), {
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
    (await stored(withTargets({ addressKey: 'home', quantity: 1 }, { addressKey: 'work', quantity: 2 }))).lineItems[0]!
      .shippingDetails,
    { valid: true },
  );
  matchWhole(t, (await stored(withTargets({ addressKey: 'home', quantity: 1 }))).lineItems[0]!.shippingDetails, {
    valid: false,
  });
  matchWhole(t, await problem(withTargets({ addressKey: 'moon', quantity: 3 })), {
    statusCode: 400,
    errors: [{ message: /'moon'.*known: home, work/, code: 'InvalidInput' }],
  });
});
