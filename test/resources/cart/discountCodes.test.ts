/** Discount codes and direct discounts of carts. */
import type { Cart } from '@commercetools/platform-sdk';
import { test } from '../../support/tap.js';
import { money, newKey, referenceTo } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { cost } from './amounts.js';
import { assertCartRefusal } from './assertCartRefusal.js';
import { customItem } from './cartItems.js';
import { startPricing, newOrderNumber } from './startPricing.js';

const { create, update, refuse, remove, discount, codeFor } = await startPricing();

test('discount codes have states and exclude direct discounts (ORD030, ERR054, ERR055, ERR056)', async t => {
  const purchaseOrderNumber = newOrderNumber();
  const off = await discount(purchaseOrderNumber, {
    requiresDiscountCode: true,
    value: { type: 'absolute', money: [money(100)] },
    target: { type: 'totalPrice' },
  });
  const [code, limited, expired, forGermany, inactive, keyed] = await Promise.all([
    codeFor([off]),
    codeFor([off], { maxApplications: 1 }),
    codeFor([off], { validUntil: '2020-01-01T00:00:00.000Z' }),
    codeFor([off], { cartPredicate: 'country = "DE"' }),
    codeFor([off], { isActive: false }),
    codeFor([off], { key: newKey('code') }),
  ]);
  const add = (added: object) => ({ action: 'addDiscountCode', ...('code' in added && { code: added.code }) });
  const states = ({ discountCodes }: Cart) => discountCodes.map(({ state }) => state);
  let cart = await create({ purchaseOrderNumber, customLineItems: [customItem()] });
  matchWhole(t, cart, cost(200));
  cart = await update(cart, add(code));
  matchWhole(t, cart, {
    discountCodes: [{ discountCode: referenceTo('discount-code', code), state: 'MatchesCart' }],
    discountOnTotalPrice: { includedDiscounts: [{ discount: referenceTo('cart-discount', off) }] },
    ...cost(100),
  });
  t.equal((await update(cart, add(code))).version, cart.version);
  assertCartRefusal(t, await refuse(cart, add({ code: 'NOPE' })), 'DiscountCodeNonApplicable', {
    discountCode: 'NOPE',
    reason: 'DoesNotExist',
  });
  assertCartRefusal(t, await refuse(cart, add(expired)), 'DiscountCodeNonApplicable', {
    discountCode: expired.code,
    dicountCodeId: expired.id,
    validUntil: '2020-01-01T00:00:00.000Z',
    validityCheckTime: /^20/,
    reason: 'TimeRangeNonApplicable',
    actionIndex: 0,
  });
  assertCartRefusal(
    t,
    await refuse(cart, { action: 'removeDiscountCode', discountCode: referenceTo('discount-code', limited) }),
    'InvalidOperation',
    { message: /not one of the cart's/, actionIndex: 0 },
  );
  assertCartRefusal(t, await refuse(cart, { action: 'removeDiscountCode', discountCode: {} }), 'RequiredField', {
    field: 'discountCode.id',
    actionIndex: 0,
  });
  assertCartRefusal(
    t,
    await refuse(cart, {
      action: 'setDirectDiscounts',
      discounts: [{ value: { type: 'relative', permyriad: 1 }, target: { type: 'totalPrice' } }],
    }),
    'InvalidOperation',
    { message: /has discountCodes, which exclude directDiscounts/, actionIndex: 0 },
  );
  cart = await update(
    cart,
    { action: 'removeDiscountCode', discountCode: referenceTo('discount-code', code) },
    add(forGermany),
    add(inactive),
    add(keyed),
  );
  t.same(states(cart), ['DoesNotMatchCart', 'NotActive', 'MatchesCart']);
  cart = await update(
    cart,
    { action: 'removeDiscountCode', discountCode: { typeId: 'discount-code', key: keyed.key } },
    { action: 'setCountry', country: 'DE' },
  );
  t.same(states(cart), ['MatchesCart', 'NotActive']);
  await remove('discount-codes', forGermany);
  cart = await update(cart, { action: 'recalculate' });
  matchWhole(
    t,
    [states(cart), cart.totalPrice.centAmount],
    [['NotActive', 'NotActive'], 200],
    'a deleted code is not active',
  );
  cart = await update(
    cart,
    { action: 'removeDiscountCode', discountCode: referenceTo('discount-code', forGermany) },
    { action: 'removeDiscountCode', discountCode: referenceTo('discount-code', inactive) },
  );
  matchWhole(t, cart, { discountCodes: [] });
  matchWhole(t, await remove('cart-discounts', off), { errors: [{ code: 'ReferenceExists' }] });

  const direct = (value: object, target: object | undefined = { type: 'totalPrice' }) => ({
    action: 'setDirectDiscounts',
    discounts: [{ value, target }],
  });
  cart = await update(cart, direct({ type: 'relative', permyriad: 2_500 }));
  matchWhole(t, cart, {
    directDiscounts: [{ id: /./, value: { permyriad: 2_500 }, target: { type: 'totalPrice' } }],
    discountOnTotalPrice: {
      includedDiscounts: [{ discount: { typeId: 'direct-discount', id: cart.directDiscounts[0]!.id } }],
    },
    ...cost(150),
  });
  assertCartRefusal(t, await refuse(cart, add(code)), 'InvalidOperation', {
    message: /has directDiscounts, which exclude discountCodes/,
    actionIndex: 0,
  });
  assertCartRefusal(
    t,
    await refuse(cart, direct({ type: 'giftLineItem', variantId: 1, product: { typeId: 'product', id: 'x' } })),
    'InvalidField',
    {
      field: 'discounts.value.type',
      invalidValue: 'giftLineItem',
      allowedValues: ['relative', 'absolute', 'fixed'],
      actionIndex: 0,
    },
  );
  assertCartRefusal(
    t,
    await refuse(cart, direct({ type: 'relative', permyriad: 1 }, { type: 'lineItems', predicate: 'x =' })),
    'SyntaxError',
    { actionIndex: 0 },
  );
  assertCartRefusal(
    t,
    await refuse(cart, {
      action: 'setDirectDiscounts',
      discounts: [{ value: { type: 'absolute', money: [money(1)] } }],
    }),
    'RequiredField',
    { field: 'target', actionIndex: 0 },
  );
  cart = await update(cart, { action: 'setDirectDiscounts', discounts: [] });
  matchWhole(t, cart, { directDiscounts: [], ...cost(200) });
  const drafted = await create({
    purchaseOrderNumber,
    customLineItems: [customItem()],
    discountCodes: [limited.code, limited.code],
  });
  matchWhole(t, drafted, { discountCodes: [{ state: 'MatchesCart' }], ...cost(100) });
  t.equal(drafted.discountCodes.length, 1);
});
