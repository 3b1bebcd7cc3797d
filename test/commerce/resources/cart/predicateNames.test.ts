/** The fields that predicates of discounts, codes and shipping methods name, and the amounts that they see. */
import { germany } from '../../../support/cartShop.js';
import { cartDiscountDraft, createType, money, newKey, referenceTo } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { assertError } from '../../../support/refusal.js';
import type { Resource } from '../../../support/resourceApi.js';
import { test } from '../../../support/tap.js';
import { cost } from './amounts.js';
import { customItem } from './cartItems.js';
import { newOrderNumber, startPricing } from './startPricing.js';

const shop = await startPricing();
const { create, createIn, discount, resourcesAt, update, codeFor } = shop;

test('predicates see amounts before discounts, at every calculation, and the cart can be ordered', async t => {
  const { sku } = await shop.product([{ value: money(5_000) }]);
  const shippingMethod = referenceTo('shipping-method', await shop.method());
  for (const predicate of [
    'lineItemGrossTotal(1 = 1) >= "100.00 EUR"',
    'lineItemNetTotal(1 = 1) = "84.03 EUR"',
    'lineItemTotal(1 = 1) = "100.00 EUR"',
    'lineItemExists(taxRate.country = "DE" and taxedPrice.gross = "100.00 EUR")',
    'taxedPrice.gross = "100.00 EUR" and taxedPrice.net = "84.03 EUR"',
    'totalPrice = "100.00 EUR"',
    'shippingInfo.price = "0.00 EUR" and taxedShippingPrice.gross = "0.00 EUR"',
  ]) {
    const purchaseOrderNumber = newOrderNumber();
    await discount(purchaseOrderNumber, {
      cartPredicate: `purchaseOrderNumber = "${purchaseOrderNumber}" and ${predicate}`,
    });
    let cart = await create({
      purchaseOrderNumber,
      shippingAddress: germany,
      shippingMethod,
      lineItems: [{ sku, quantity: 2 }],
    });
    for (let round = 0; round < 3; round++) {
      matchWhole(t, cart, cost(9_500), predicate);
      cart = await update(cart, { action: 'recalculate' });
    }
    const order = await createIn('orders', { cart: referenceTo('cart', cart), version: cart.version });
    matchWhole(t, order, { totalPrice: { centAmount: 9_500 } }, predicate);
  }
});

const anyNames = async () => {
  const type = await createType(createIn, ['order', 'line-item', 'custom-line-item', 'customer']);
  const custom = { type: referenceTo('type', type), fields: { note: 'n' } };
  const channels = await createIn('channels', { key: newKey('c'), roles: ['ProductDistribution', 'InventorySupply'] });
  const channel = referenceTo('channel', channels);
  const group = await createIn('customer-groups', { key: newKey('g'), groupName: newKey('g') });
  const store = await createIn('stores', { key: newKey('store') });
  const customer = (
    await createIn('customers', {
      email: `${newKey('jo')}@example.com`,
      password: 'secret-123',
      key: newKey('jo'),
      firstName: 'Jo',
      customerGroup: referenceTo('customer-group', group),
      custom,
    })
  ).customer as Resource;
  const method = await shop.method({ key: newKey('method') });
  const key = newKey('product');
  const price = { value: money(1_000), channel, customerGroup: referenceTo('customer-group', group) };
  const product = { ...(await shop.product([price], { key })), key };
  const cart = {
    country: 'DE',
    customerId: customer.id,
    store: referenceTo('store', store),
    custom,
    shippingAddress: { ...germany, key: 'home', state: 'BE' },
    shippingMethod: referenceTo('shipping-method', method),
    lineItems: [{ sku: product.sku, distributionChannel: channel, supplyChannel: channel, custom }],
    customLineItems: [customItem({ slug: 'wrap', custom, taxCategory: referenceTo('tax-category', shop.taxCategory) })],
  };
  return { cart, type, channels, group, store, customer, method, product };
};

test('predicates read the documented fields of carts, items and what these refer to', async t => {
  const { cart, type, channels, group, store, customer, method, product } = await anyNames();
  // Each row adds a discount, and the data of the customer is read for all of them: the email precedes other members.
  const ofCart = [
    `customer.email = "${customer.email as string}"`,
    'currency = "EUR"',
    'country = "DE"',
    `customer.id = "${customer.id}"`,
    `customer.key = "${customer.key as string}"`,
    'customer.firstName = "Jo" and customer.custom.note = "n"',
    `customer.customerGroup.id = "${group.id}"`,
    `customer.customerGroup.key = "${group.key as string}"`,
    `customerGroup.key = "${group.key as string}"`,
    `store.key = "${store.key as string}"`,
    'shippingAddress.key = "home" and shippingAddress.state = "BE"',
    'billingAddress is not defined',
    'totalPrice = "17.00 EUR" and totalPrice.centAmount = 1700 and totalPrice.currencyCode = "EUR"',
    'taxedPrice.gross.centAmount = 1700 and taxedPrice.net = "14.28 EUR"',
    'taxedShippingPrice.gross = "5.00 EUR"',
    `shippingInfo.shippingMethod.key = "${method.key as string}"`,
    'shippingInfo.price = "5.00 EUR" and shippingInfo.taxRate.amount = 0.19',
    `custom.note = "n" and custom.type.key = "${type.key as string}"`,
  ];
  const ofLineItems = [
    `product.id = "${product.id}" and product.key = "${product.key}"`,
    `productType.id = "${shop.productType.id}" and productType.key = "${shop.productType.key as string}"`,
    `sku = "${product.sku}" and variant.id = 1 and variant.sku = "${product.sku}"`,
    'price = "10.00 EUR" and price.centAmount = 1000 and quantity = 1',
    `price.channel.key = "${channels.key as string}" and price.customerGroup.key = "${group.key as string}"`,
    `supplyChannel.id = "${channels.id}" and supplyChannel.key = "${channels.key as string}"`,
    `distributionChannel.key = "${channels.key as string}"`,
    'custom.note = "n" and attributes.color is not defined',
    'not(categories.id contains any ("x")) and not(categoriesWithAncestors.key contains any ("x"))',
    'taxRate.includedInPrice = true and taxRate.country = "DE"',
  ];
  const ofCustomLineItems = [
    'slug = "wrap" and money = "2.00 EUR" and price = "2.00 EUR" and quantity = 1 and custom.note = "n"',
  ];
  const off = { value: { type: 'absolute', money: [money(1)] } };
  const rows = [
    ...ofCart.map(cartPredicate => ({ predicate: cartPredicate, cartPredicate, target: { type: 'totalPrice' } })),
    ...ofLineItems.map(predicate => ({ predicate, target: { type: 'lineItems', predicate } })),
    ...ofCustomLineItems.map(predicate => ({ predicate, target: { type: 'customLineItems', predicate } })),
    ...ofLineItems.slice(0, 1).map(predicate => ({
      predicate,
      cartPredicate: `lineItemCount(${predicate}) = 1`,
      target: { type: 'totalPrice' },
    })),
  ];
  for (const { predicate, target, ...row } of rows) {
    const cartPredicate = 'cartPredicate' in row ? row.cartPredicate : '1 = 1';
    const purchaseOrderNumber = newOrderNumber();
    await discount(purchaseOrderNumber, {
      ...off,
      target,
      cartPredicate: `purchaseOrderNumber = "${purchaseOrderNumber}" and ${cartPredicate}`,
    });
    matchWhole(t, await create({ ...cart, purchaseOrderNumber }), cost(1_699), predicate);
  }
});

test('refuses names that carts and items do not have, when a predicate is written', async t => {
  const off = await createIn('cart-discounts', cartDiscountDraft());
  const code = await codeFor([off]);
  const method = await shop.method();
  const unknown = (field: string, invalidValue: string) => ({ field, invalidValue });
  const target = (type: string, predicate: string) => ({ type, predicate });
  for (const [cartPredicate, invalidValue] of [
    ['not(cuntry = "DE")', 'cuntry'],
    ['customer.customerGroup.name = "x"', 'customer.customerGroup.name'],
    ['lineItemCount(skuu = "x") > 1', 'skuu'],
    ['customLineItemExists(sku = "x")', 'sku'],
    ['lineItems(price(amount = 1))', 'lineItems.price.amount'],
    ['country.code is defined', 'country.code'],
    ['constructor is defined', 'constructor'],
  ] as const) {
    const refused = unknown('cartPredicate', invalidValue);
    for (const refusal of [
      await resourcesAt('cart-discounts').refuseCreation(cartDiscountDraft({ cartPredicate })),
      await resourcesAt('discount-codes').refuseCreation({
        code: newKey('CODE'),
        cartDiscounts: [referenceTo('cart-discount', off)],
        cartPredicate,
      }),
    ])
      assertError(t, refusal, 'InvalidField', refused);
    for (const refusal of [
      await resourcesAt('cart-discounts').refuse(off, { action: 'changeCartPredicate', cartPredicate }),
      await resourcesAt('discount-codes').refuse(code, { action: 'setCartPredicate', cartPredicate }),
    ])
      assertError(t, refusal, 'InvalidField', { ...refused, actionIndex: 0 });
    assertError(
      t,
      await resourcesAt('shipping-methods').refuse(method, { action: 'setPredicate', predicate: cartPredicate }),
      'InvalidField',
      { ...unknown('predicate', invalidValue), actionIndex: 0 },
    );
  }
  for (const [value, invalidValue] of [
    [target('lineItems', 'slug = "x"'), 'slug'],
    [target('lineItems', 'country = "DE"'), 'country'],
    [target('customLineItems', 'sku = "x"'), 'sku'],
  ] as const)
    assertError(
      t,
      await resourcesAt('cart-discounts').refuse(off, { action: 'changeTarget', target: value }),
      'InvalidField',
      { ...unknown('target.predicate', invalidValue), actionIndex: 0 },
    );
});
