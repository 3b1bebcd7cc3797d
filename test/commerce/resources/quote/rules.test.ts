/** Rules that the documentation of quotes states. */
import { test } from '../../../support/tap.js';
import { newKey, referenceTo } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { createBuyerCart, createQuote, createQuoteRequest, createStagedQuote } from '../../../support/quotes.js';
import { assertError } from '../../../support/refusal.js';
import { startQuotes } from './startQuotes.js';

const { quoteProject, carts, stageds, createIn, resourcesAt } = await startQuotes();

test('each step has an id of its own, by which the next one names it, and a unique key (quote.34058, quote-request.cb471, staged-quote.13ce8, staged-quote.c522a, staged-quote.4918e)', async t => {
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

test('direct discounts belong to the cart, request or quote that has them alone (quote.ac958, quote-request.3b975)', async t => {
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
