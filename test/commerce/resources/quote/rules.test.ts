/** Rules that the documentation of quotes states. */
import { test } from '../../../support/tap.js';
import { storeCustomer } from '../../../support/customers.js';
import { createType, newKey, referenceTo } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { createBuyerCart, createQuote, createQuoteRequest, createStagedQuote } from '../../../support/quotes.js';
import { assertError } from '../../../support/refusal.js';
import { startQuotes } from './startQuotes.js';

const { quoteProject, carts, stageds, createIn, resourcesAt, shop } = await startQuotes();

/** Also shows quote-request.cb471, staged-quote.13ce8, staged-quote.c522a and staged-quote.4918e. */
test('each step has an id of its own, by which the next one names it, and a unique key (quote.34058)', async t => {
  const request = await createQuoteRequest(quoteProject, await createBuyerCart(quoteProject));
  const key = newKey('staged');
  const staged = await createStagedQuote(quoteProject, request, { key });
  const quote = await createQuote(quoteProject, staged);
  t.equal(new Set([request.id, staged.id, quote.id]).size, 3);
  matchWhole(t, staged, { key, quoteRequest: referenceTo('quote-request', request) });
  matchWhole(t, quote, {
    stagedQuote: referenceTo('staged-quote', staged),
    quoteRequest: referenceTo('quote-request', request),
  });
  const order = await createIn('orders/quotes', { quote: referenceTo('quote', quote), version: quote.version });
  matchWhole(t, order, { quote: referenceTo('quote', quote) });
  const other = await createQuoteRequest(quoteProject, await createBuyerCart(quoteProject));
  const again = { quoteRequest: referenceTo('quote-request', other), quoteRequestVersion: other.version, key };
  assertError(t, await stageds.refuseCreation(again), 'DuplicateField', { field: 'key', duplicateValue: key });
});

test('direct discounts belong to one cart, request or quote alone (quote.ac958, quote-request.3b975)', async t => {
  const cart = await carts.update(await createBuyerCart(quoteProject), {
    action: 'setDirectDiscounts',
    discounts: [
      { value: { type: 'relative', permyriad: 1_000 }, target: { type: 'customLineItems', predicate: 'true' } },
    ],
  });
  const request = await createQuoteRequest(quoteProject, cart);
  const quote = await createQuote(quoteProject, await createStagedQuote(quoteProject, request));
  const [discount] = cart.directDiscounts as { id: string }[];
  for (const holder of [request, quote]) matchWhole(t, holder, { directDiscounts: [{ value: { permyriad: 1_000 } }] });
  t.same((await createBuyerCart(quoteProject)).directDiscounts, [], 'another cart has none');
  const next = await createQuoteRequest(quoteProject, await createBuyerCart(quoteProject));
  const other = await createQuote(quoteProject, await createStagedQuote(quoteProject, next));
  for (const holder of [next, other]) t.same(holder.directDiscounts ?? [], [], 'another quote has none');
  for (const { id } of [discount!, (quote.directDiscounts as { id: string }[])[0]!]) {
    const named = { code: newKey('CODE'), cartDiscounts: [{ typeId: 'cart-discount', id }] };
    const refused = await resourcesAt('discount-codes').refuseCreation(named);
    assertError(t, refused, 'ReferencedResourceNotFound', { typeId: 'cart-discount', id });
  }
});

/**
 * Also shows quote.bd6ca, quote.7eb16, quote.4a385, quote-request.c341f, quote-request.f8543, quote-request.625bd,
 * quote-request.b233e and quote-request.3e15b.
 */
test('requests and quotes have group, taxes, shipping and purchase order number of the cart (quote.07b08)', async t => {
  const customerGroup = referenceTo(
    'customer-group',
    await createIn('customer-groups', { groupName: newKey('group') }),
  );
  const member = { customerGroup, customerGroupAssignments: [{ customerGroup }] };
  const customerId = await storeCustomer(quoteProject.quayside, quoteProject.projectKey, member);
  const sku = shop.newSku();
  await shop.product(sku, 1_190);
  const shippingMethod = referenceTo('shipping-method', await shop.shippingMethod(490));
  const item = { lineItems: [{ sku }], customLineItems: [], customerId, purchaseOrderNumber: 'PO-1' };
  const externalTaxRate = { name: 'Tax', amount: 0.25, includedInPrice: true, country: 'DE' };
  const platform = await createBuyerCart(quoteProject, { ...item, taxMode: 'Platform', shippingMethod });
  const external = await createBuyerCart(quoteProject, {
    ...item,
    taxMode: 'External',
    lineItems: [{ sku, externalTaxRate }],
  });
  for (const [cart, expected] of [
    [platform, { shippingInfo: { shippingMethod, price: { centAmount: 490 } } }],
    [external, { taxedPrice: { totalNet: { centAmount: 952 }, totalGross: { centAmount: 1_190 } } }],
  ] as const) {
    const request = await createQuoteRequest(quoteProject, cart);
    const quote = await createQuote(quoteProject, await createStagedQuote(quoteProject, request));
    for (const holder of [request, quote])
      matchWhole(t, holder, { ...expected, customerGroup, taxedPrice: cart.taxedPrice, purchaseOrderNumber: 'PO-1' });
    const other = await createQuoteRequest(quoteProject, cart, { purchaseOrderNumber: 'PO-2' });
    t.equal(other.purchaseOrderNumber, 'PO-2');
  }
});

test('a step can change the one before (quote.ac943, quote.96cf6, staged-quote.21872, staged-quote.e9f95)', async t => {
  const type = referenceTo('type', await createType(createIn, ['quote-request', 'staged-quote', 'quote']));
  const custom = { type, fields: { note: 'of the request' } };
  for (const [moves, states] of [
    [true, ['Accepted', 'Sent']],
    [false, ['Submitted', 'InProgress']],
    [undefined, ['Submitted', 'InProgress']],
  ] as const) {
    const request = await createQuoteRequest(quoteProject, await createBuyerCart(quoteProject), { custom });
    const staged = await createStagedQuote(quoteProject, request, { quoteRequestStateToAccepted: moves });
    const quote = await createQuote(quoteProject, staged, { stagedQuoteStateToSent: moves });
    for (const holder of [staged, quote]) matchWhole(t, holder, { custom });
    t.same(
      [
        (await resourcesAt('quote-requests').get(request)).quoteRequestState,
        (await stageds.get(staged)).stagedQuoteState,
      ],
      states,
    );
  }
});

test('a quotation cart takes no negative quantity', async t => {
  const request = await createQuoteRequest(quoteProject, await createBuyerCart(quoteProject));
  const { quotationCart } = (await createStagedQuote(quoteProject, request)) as unknown as {
    readonly quotationCart: { readonly id: string };
  };
  const cart = await carts.get(quotationCart);
  const [{ id: customLineItemId } = { id: '' }] = cart.customLineItems as { id: string }[];
  const [sku, money] = [shop.newSku(), { currencyCode: 'EUR', centAmount: 1 }];
  await shop.product(sku, 1_190);
  const added = { name: { en: 'Wrap' }, slug: newKey('wrap'), money };
  for (const action of [
    { action: 'changeCustomLineItemQuantity', customLineItemId, quantity: -1 },
    { action: 'addCustomLineItem', ...added, quantity: -1 },
    { action: 'addLineItem', sku, quantity: -1 },
  ])
    assertError(t, await carts.refuse(cart, action), 'InvalidField', {
      field: 'actions[0].quantity',
      invalidValue: -1,
    });
});
