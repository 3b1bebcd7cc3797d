import { test } from '../../support/tap.js';
import { cartDiscountDraft, money, newKey, referenceTo } from '../../support/drafts.js';
import { startResourceApi } from '../../support/resourceApi.js';
import { matchWhole } from '../../support/matchWhole.js';
import { assertBadRequest } from '../../support/refusal.js';

const discounts = await startResourceApi('cart-discounts');
const { createIn } = discounts;

test('refuses discount values that do not fit the target', async t => {
  const make = (value: object, target?: object) => discounts.create(cartDiscountDraft({ value, target }));
  const refuse = (value: object, target?: object) => discounts.refuseCreation(cartDiscountDraft({ value, target }));
  const relative = { type: 'relative', permyriad: 500 };
  const absolute = { type: 'absolute', money: [money(1)] };
  const items = { type: 'lineItems', predicate: 'sku = "x"' };
  const multiBuy = {
    type: 'multiBuyLineItems',
    predicate: 'true',
    triggerQuantity: 3,
    discountedQuantity: 1,
    selectionMode: 'Cheapest',
  };
  for (const target of [
    items,
    { type: 'customLineItems', predicate: 'money > "1.00 EUR"' },
    { type: 'shipping' },
    { type: 'totalPrice' },
    multiBuy,
    { ...multiBuy, type: 'multiBuyCustomLineItems', maxOccurrence: 4 },
  ])
    t.strictSame((await make(relative, target)).target, target);
  matchWhole(
    t,
    await make(
      {
        type: 'fixed',
        money: [{ type: 'highPrecision', currencyCode: 'EUR', preciseAmount: 12_345, fractionDigits: 4 }],
        applicationMode: 'IndividualApplication',
      },
      items,
    ),
    {
      value: {
        money: [{ type: 'highPrecision', centAmount: 123, preciseAmount: 12_345 }],
        applicationMode: 'IndividualApplication',
      },
    },
  );
  t.strictSame(
    (await make({ ...relative, money: [money(1)], variantId: 3 }, items)).value,
    relative,
    'members of other types are not kept',
  );

  assertBadRequest(t, await refuse({ type: 'relative' }, items), 'RequiredField', { field: 'value.permyriad' });
  assertBadRequest(t, await refuse({ type: 'relative', permyriad: 10_001 }, items), 'InvalidField', {
    field: 'value.permyriad',
  });
  assertBadRequest(t, await refuse({ type: 'absolute' }, items), 'RequiredField', { field: 'value.money' });
  assertBadRequest(t, await refuse({ type: 'absolute', money: [] }, items), 'InvalidOperation', {
    message: /got none/,
  });
  assertBadRequest(t, await refuse({ type: 'absolute', money: [money(1), money(2)] }, items), 'InvalidOperation', {
    message: /got EUR, EUR/,
  });
  assertBadRequest(t, await refuse({ type: 'absolute', money: [money(-1)] }, items), 'InvalidField', {
    field: 'value.money',
  });
  assertBadRequest(
    t,
    await refuse(
      {
        type: 'absolute',
        money: [{ type: 'highPrecision', currencyCode: 'EUR', preciseAmount: 12_345, fractionDigits: 4 }],
      },
      items,
    ),
    'InvalidField',
    { field: 'value.money' },
  );
  assertBadRequest(t, await refuse(absolute, multiBuy), 'InvalidOperation');
  assertBadRequest(t, await refuse({ ...absolute, type: 'fixed' }, { type: 'shipping' }), 'InvalidOperation');
  assertBadRequest(t, await refuse(relative), 'RequiredField', { field: 'target' });
  assertBadRequest(t, await refuse({ ...relative, applicationMode: 'EvenDistribution' }, items), 'InvalidOperation');
  assertBadRequest(t, await refuse(relative, { type: 'lineItems' }), 'RequiredField', { field: 'target.predicate' });
  assertBadRequest(t, await refuse(relative, { type: 'lineItems', predicate: 'sku =' }), 'SyntaxError', {
    message: /'target.predicate'/,
  });
  assertBadRequest(t, await refuse(relative, { ...multiBuy, discountedQuantity: 4 }), 'InvalidInput');
  assertBadRequest(t, await refuse(relative, { ...multiBuy, selectionMode: undefined }), 'RequiredField', {
    field: 'target.selectionMode',
  });
  assertBadRequest(
    t,
    await refuse(relative, { type: 'pattern', triggerPattern: [], targetPattern: [], selectionMode: 'Cheapest' }),
    'InvalidField',
    { field: 'target.type' },
  );
  assertBadRequest(
    t,
    await refuse({ type: 'giftLineItem', variantId: 1, product: { typeId: 'product', id: 'p' } }, items),
    'InvalidInput',
    { message: /has no target; got lineItems/ },
  );
  assertBadRequest(t, await refuse({ type: 'giftLineItem', variantId: 1 }), 'RequiredField', {
    field: 'value.product',
  });
  assertBadRequest(
    t,
    await refuse({ type: 'giftLineItem', variantId: 1, product: { typeId: 'product', id: 'p' } }),
    'ReferencedResourceNotFound',
    { typeId: 'product', id: 'p' },
  );
  const supply = await createIn('channels', { key: newKey('c') });
  assertBadRequest(
    t,
    await refuse({
      type: 'giftLineItem',
      variantId: 1,
      product: { typeId: 'product', id: 'p' },
      distributionChannel: referenceTo('channel', supply),
    }),
    'MissingRoleOnChannel',
    { missingRole: 'ProductDistribution', channel: referenceTo('channel', supply) },
  );

  const productType = await createIn('product-types', { key: newKey('pt'), name: 'T', description: 'd' });
  const product = await createIn('products', {
    productType: referenceTo('product-type', productType),
    name: { en: 'Gift' },
    slug: { en: newKey('gift') },
    masterVariant: { sku: newKey('sku') },
  });
  const gift = await make({
    type: 'giftLineItem',
    variantId: 1,
    product: referenceTo('product', product),
    supplyChannel: referenceTo('channel', supply),
  });
  t.strictSame(
    [gift.value, gift.target],
    [
      {
        type: 'giftLineItem',
        variantId: 1,
        product: referenceTo('product', product),
        supplyChannel: referenceTo('channel', supply),
      },
      undefined,
    ],
  );
  assertBadRequest(t, await discounts.refuse(gift, { action: 'changeValue', value: relative }), 'InvalidInput');
  assertBadRequest(t, await discounts.refuse(gift, { action: 'changeTarget', target: items }), 'InvalidInput');

  const discount = await make(absolute, items);
  assertBadRequest(
    t,
    await discounts.refuse(discount, {
      action: 'changeValue',
      value: { type: 'giftLineItem', variantId: 1, product: { typeId: 'product', id: 'p' } },
    }),
    'InvalidInput',
  );
  assertBadRequest(
    t,
    await discounts.refuse(discount, { action: 'changeTarget', target: multiBuy }),
    'InvalidOperation',
  );
  matchWhole(
    t,
    await discounts.update(
      discount,
      { action: 'changeValue', value: relative },
      { action: 'changeTarget', target: multiBuy },
    ),
    { value: relative, target: multiBuy },
  );
});
