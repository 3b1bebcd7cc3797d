/** POST /-/predicate-tests and /-/discount-tests: discounts and their predicates, tried with a stored cart. */
import { test } from '../support/tap.js';
import { createProjectApi, type Resource } from '../support/resourceApi.js';
import { consoleOf, createAccount, startSharedConsole } from '../support/accounts.js';
import { createIn } from '../support/createSample.js';
import { cartDiscountDraft, newKey } from '../support/drafts.js';
import { matchWhole } from '../support/matchWhole.js';
import { openShop } from '../support/shop.js';

const quayside = await startSharedConsole({ 'vera@example.com': 'viewer' });
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
const stranger = `${newKey('otto')}@example.com`;
await createAccount(quayside, { email: stranger, role: 'viewer', projects: ['other'] });
const viewer = await consoleOf(quayside)().signIn('vera@example.com');
const send = (body: object, browser = viewer, path = '/-/predicate-tests') =>
  browser.send('POST', path, { projectKey, ...body });

interface DiscountTest {
  readonly matchesCart?: boolean;
  readonly total: Readonly<Record<'before' | 'after', { readonly centAmount: number }>>;
  readonly items: readonly object[];
}

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

const eurosOff = (centAmount: number) => ({ type: 'absolute', money: [{ currencyCode: 'EUR', centAmount }] });
const tenPercent = { type: 'relative', permyriad: 1_000 };

test('says what a discount takes off a cart, and writes nothing', async t => {
  const { results } = (await http.send('GET', `/${projectKey}/cart-discounts`)).json as { results: Resource[] };
  for (const { id, version } of results)
    await http.send('DELETE', `/${projectKey}/cart-discounts/${id}?version=${version}`);
  const priced = await create('carts', {
    currency: 'EUR',
    lineItems: [
      { sku: 'CHAIR-1', quantity: 2 },
      { sku: 'TABLE-1', quantity: 1 },
    ],
  });
  const cents = async (typeId: string, draft: object, id?: string) => {
    const body = { cartId: priced.id, typeId, draft: { name: { en: 'Tried' }, sortOrder: '0.99', ...draft }, id };
    const { status, json } = await send(body, viewer, '/-/discount-tests');
    t.equal(status, 200, JSON.stringify(json));
    const { matchesCart, total, items } = json as DiscountTest;
    return [matchesCart, total.before.centAmount - total.after.centAmount, items.length];
  };
  const target = { type: 'lineItems', predicate: 'sku = "TABLE-1"' };
  const onTables = { value: tenPercent, cartPredicate: '1 = 1', target };
  const later = { requiresDiscountCode: true, isActive: false, validFrom: '2999-01-01T00:00:00.000Z' };
  const stored = await create('cart-discounts', { name: { en: 'Of all' }, sortOrder: '0.5', ...onTables });
  const recalculated = { version: priced.version, actions: [{ action: 'recalculate' }] };
  const { version } = await create(`carts/${priced.id}`, recalculated);
  for (const [typeId, draft, expected, id] of [
    // The stored discount takes a tenth of the rest, unless the tested one takes its place.
    ['cart-discount', { ...onTables, ...later }, [true, 900, 1]],
    ['cart-discount', { ...onTables, value: eurosOff(2_500) }, [true, 2_500, 1], stored.id],
    ['cart-discount', { ...onTables, cartPredicate: 'customer.email is defined' }, [false, 0, 0]],
    ['cart-discount', { value: tenPercent, cartPredicate: '1 = 1', target: { type: 'totalPrice' } }, [true, 1_400, 0]],
    ['product-discount', { value: eurosOff(100), predicate: 'sku = "CHAIR-1"' }, [undefined, 200, 1]],
    ['product-discount', { value: tenPercent, predicate: 'sku = "NONE"' }, [undefined, 0, 0]],
  ] as const)
    t.same(await cents(typeId, draft, id), expected, JSON.stringify(draft));
  const { json: after } = await http.send('GET', `/${projectKey}/carts/${priced.id}`);
  t.equal((after as { version: number }).version, version);
  const refused = { cartId: priced.id, typeId: 'cart-discount', draft: { ...onTables, sortOrder: '2' } };
  matchWhole(t, await send(refused, viewer, '/-/discount-tests'), { status: 400 });
});

test('needs an account with the project', async t => {
  const other = await consoleOf(quayside)().signIn(stranger);
  const body = { cartId: cart.id, cartPredicate: 'true' };
  matchWhole(t, await send(body, other), { status: 403 });
  matchWhole(t, await send(body, consoleOf(quayside)()), { status: 401 });
});
