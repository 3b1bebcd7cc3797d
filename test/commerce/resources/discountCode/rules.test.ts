/** Rules that the SDK documents about discount codes, one row each. */
import { cartDiscountDraft, createType, newKey, referenceTo } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { assertBadRequest, assertError } from '../../../support/refusal.js';
import { test } from '../../../support/tap.js';
import { customItem } from '../cart/cartItems.js';
import { newOrderNumber, startPricing } from '../cart/startPricing.js';

const shop = await startPricing();
const { http, base, createIn, resourcesAt, create, update, refuseCreation, discount, codeFor } = shop;
const codes = resourcesAt('discount-codes');
const off = await createIn('cart-discounts', cartDiscountDraft());
const cartDiscounts = [referenceTo('cart-discount', off)];
const draft = (changes: object = {}) => ({ code: newKey('CODE'), cartDiscounts, ...changes });
const strict = await createType(
  createIn,
  ['discount-code'],
  [{ name: 'note', label: { en: 'n' }, required: true, type: { name: 'String' }, inputHint: 'SingleLine' }],
);
const type = referenceTo('type', strict);
const [early, late] = ['2030-01-01T00:00:00.000Z', '2031-01-01T00:00:00.000Z'];
const keyed = await createIn('discount-codes', draft({ key: newKey('code') }));
const cart = await create();

const refusedDrafts = [
  [
    'a validity that ends before it begins (discount-code.517f0, discount-code.6c979)',
    { validFrom: late, validUntil: early },
    'InvalidInput',
    {},
  ],
  [
    'a validity of no time (discount-code.517f0, discount-code.6c979)',
    { validFrom: late, validUntil: late },
    'InvalidInput',
    {},
  ],
  [
    'a type without its required field (discount-code.5fc67)',
    { custom: { type } },
    'RequiredField',
    { field: 'fields.note' },
  ],
] as const;
for (const [title, changes, code, members] of refusedDrafts)
  test(`refuses ${title}`, async t => {
    assertBadRequest(t, await codes.refuseCreation(draft(changes)), code, members);
  });

const refusedActions = [
  [
    'validFrom behind validUntil (discount-code.12450)',
    { validUntil: early },
    { action: 'setValidFrom', validFrom: late },
    'InvalidInput',
    {},
  ],
  [
    'both behind each other (discount-code.12450, discount-code.329b8)',
    {},
    { action: 'setValidFromAndUntil', validFrom: late, validUntil: early },
    'InvalidInput',
    {},
  ],
  [
    'validUntil before validFrom (discount-code.329b8)',
    { validFrom: late },
    { action: 'setValidUntil', validUntil: early },
    'InvalidInput',
    {},
  ],
  [
    'to remove a custom field that does not exist (discount-code.952ff)',
    { custom: { type, fields: { note: 'n' } } },
    { action: 'setCustomField', name: 'other' },
    'InvalidOperation',
    {},
  ],
  [
    'a type without its required field by action (discount-code.5fc67)',
    {},
    { action: 'setCustomType', type },
    'RequiredField',
    { field: 'fields.note' },
  ],
  [
    'the key of another code (discount-code.22562)',
    {},
    { action: 'setKey', key: keyed.key },
    'DuplicateField',
    { field: 'key', duplicateValue: keyed.key },
  ],
  [
    'to change the code (discount-code.83d25)',
    {},
    { action: 'changeCode', code: 'OTHER' },
    'InvalidField',
    { field: 'actions[0].action' },
  ],
] as const;
for (const [title, changes, action, code, members] of refusedActions)
  test(`refuses ${title}`, async t => {
    const held = await codes.create(draft(changes));
    assertBadRequest(t, await codes.refuse(held, action), code, members);
  });

test('applies to carts that match its predicate only (discount-code.f0dce)', async t => {
  const purchaseOrderNumber = newOrderNumber();
  const half = await discount(purchaseOrderNumber, {
    requiresDiscountCode: true,
    value: { type: 'relative', permyriad: 5_000 },
    target: { type: 'customLineItems', predicate: 'true' },
  });
  const { code } = await codeFor([half], { cartPredicate: 'country = "DE"' });
  const drafted = { purchaseOrderNumber, customLineItems: [customItem()] };
  assertError(t, await refuseCreation({ ...drafted, discountCodes: [code] }), 'DiscountCodeNonApplicable', {
    discountCode: code,
    dicountCodeId: String,
    reason: 'DoesNotMatchCart',
  });
  const abroad = await update(await create(drafted), { action: 'addDiscountCode', code });
  matchWhole(t, abroad, { discountCodes: [{ state: 'DoesNotMatchCart' }], totalPrice: { centAmount: 200 } });
  const here = await update(abroad, { action: 'setCountry', country: 'DE' });
  matchWhole(t, here, { discountCodes: [{ state: 'MatchesCart' }], totalPrice: { centAmount: 100 } });
});

test('a code without a maximum is used any number of times (discount-code.58dc5)', async t => {
  const code = await codeFor([
    await discount(newOrderNumber(), {
      cartPredicate: '1 = 1',
      target: { type: 'customLineItems', predicate: 'true' },
      requiresDiscountCode: true,
    }),
  ]);
  const buyer = { email: `${newKey('jo')}@example.com`, password: 'secret-123' };
  const { customer } = await createIn<{ customer: { id: string } }>('customers', buyer);
  for (let use = 0; use < 3; use++) {
    const used = await create({
      customerId: customer.id,
      discountCodes: [code.code],
      customLineItems: [customItem()],
      shippingAddress: { country: 'DE' },
      taxMode: 'Disabled',
    });
    matchWhole(t, used.discountCodes, [{ discountCode: referenceTo('discount-code', code), state: 'MatchesCart' }]);
    await createIn('orders', { cart: referenceTo('cart', used), version: used.version });
  }
});

test('removes the code from all groups with an empty array (discount-code.4fde4)', async t => {
  const held = await codes.create(draft({ groups: ['a', 'b'] }));
  matchWhole(t, await codes.update(held, { action: 'changeGroups', groups: [] }), { groups: [] });
});

test('takes no applicationVersion from clients (discount-code.4919d)', async t => {
  t.notOk('applicationVersion' in (await codes.create(draft({ applicationVersion: 7 }))));
});

test('counts results by default (discount-code.d4edd)', async t => {
  const page = async (query: string) =>
    (await http.send('GET', `${base}/discount-codes?limit=1${query}`)).json as object;
  t.equal(typeof ((await page('')) as { total?: number }).total, 'number');
  t.notOk('total' in (await page('&withTotal=false')));
});

test('refuses an identifier with id and key (discount-code.6d4b0)', async t => {
  const { id, key } = keyed;
  const answer = await resourcesAt('carts').refuse(cart, {
    action: 'removeDiscountCode',
    discountCode: { typeId: 'discount-code', id, key },
  });
  assertBadRequest(t, answer, 'InvalidJsonInput');
});
