/** POST /-/predicate-tests: predicates of discounts, tried with a stored cart. */
import { test } from '../support/tap.js';
import { createProjectApi } from '../support/resourceApi.js';
import { consoleOf, createAccount, startConsole } from '../support/accounts.js';
import { createIn } from '../support/createSample.js';
import { cartDiscountDraft } from '../support/drafts.js';
import { matchWhole } from '../support/matchWhole.js';
import { openShop } from '../support/shop.js';

const { quayside } = await startConsole();
const { http, projectKey } = await createProjectApi(quayside, await quayside.project());
const create = (path: string, body: object) => createIn({ quayside, http, projectKey }, path, body);
const shop = await openShop({ createIn: create });
await shop.product('CHAIR-1', 2_500, { name: { en: 'Chair' } });
await shop.product('TABLE-1', 10_000, { name: { en: 'Table' } });
await create('cart-discounts', { ...cartDiscountDraft(), isActive: true });
const cart = await shop.cart(
  [
    ['CHAIR-1', 2],
    ['TABLE-1', 1],
  ],
  { key: 'tested' },
);
const [chair, table] = cart.lineItems as [{ id: string }, { id: string }];
await createAccount(quayside, { email: 'vera@example.com', role: 'viewer' });
await createAccount(quayside, { email: 'otto@example.com', role: 'viewer', projects: ['other'] });
const viewer = await consoleOf(quayside)().signIn('vera@example.com');
const send = (body: object, browser = viewer) => browser.send('POST', '/-/predicate-tests', { projectKey, ...body });

test('tells whether a cart matches, with prices before discounts', async t => {
  for (const [cartPredicate, matchesCart] of [
    ['totalPrice = "150.00 EUR"', true],
    ['totalPrice = "135.00 EUR"', false],
    ['lineItemCount(sku = "CHAIR-1") = 2', true],
    ['customer.email is defined', false],
  ] as const) {
    const { status, json } = await send({ cartId: cart.id, cartPredicate });
    t.same([status, json], [200, { matchesCart }], cartPredicate);
  }
});

test('names the items that match', async t => {
  const idsOf = async (itemPredicate: string) =>
    ((await send({ cartKey: 'tested', itemPredicate })).json as { matchingItemIds: string[] }).matchingItemIds;
  t.same(await idsOf('sku = "CHAIR-1"'), [chair.id]);
  t.same(await idsOf('totalPrice > "60.00 EUR" or quantity > 1'), [chair.id, table.id]);
  t.same(await idsOf('attributes.color = "red"'), []);
  const both = await send({ cartId: cart.id, cartPredicate: '1 = 1', itemPredicate: 'sku = "TABLE-1"' });
  t.same(both.json, { matchesCart: true, matchingItemIds: [table.id] });
});

test('matches what a discount with the same predicates changes', async t => {
  const itemPredicate = 'sku = "TABLE-1"';
  const draft = cartDiscountDraft({ target: { type: 'lineItems', predicate: itemPredicate }, isActive: true });
  const { id } = await create('cart-discounts', draft);
  const priced = await create(`carts/${cart.id}`, { version: cart.version, actions: [{ action: 'recalculate' }] });
  const discountedIds = (priced.lineItems as { id: string; discountedPricePerQuantity: object[] }[])
    .filter(item => JSON.stringify(item.discountedPricePerQuantity).includes(id))
    .map(item => item.id);
  t.same((await send({ cartId: cart.id, itemPredicate })).json, { matchingItemIds: discountedIds });
});

test('says what is wrong with a request', async t => {
  const messageOf = async (body: object) => {
    const { status, json } = await send(body);
    return [status, (json as { message: string }).message];
  };
  t.same(await messageOf({ cartId: cart.id }), [400, "Expected 'cartPredicate', 'itemPredicate' or both."]);
  t.same(await messageOf({ cartPredicate: 'true' }), [400, "Expected 'cartId' or 'cartKey', and not both."]);
  t.same(await messageOf({ cartKey: 'no-such-cart', cartPredicate: 'true' }), [
    404,
    "The cart with key 'no-such-cart' was not found.",
  ]);
  const [status, message] = await messageOf({ cartId: cart.id, cartPredicate: 'sku ==' });
  t.equal(status, 400);
  t.match(message, /^Malformed field 'cartPredicate': /);
});

test('needs an account with the project', async t => {
  const other = await consoleOf(quayside)().signIn('otto@example.com');
  const body = { cartId: cart.id, cartPredicate: 'true' };
  matchWhole(t, await send(body, other), { status: 403 });
  matchWhole(t, await send(body, consoleOf(quayside)()), { status: 401 });
});
