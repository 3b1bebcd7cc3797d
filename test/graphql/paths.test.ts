/** Resources of the client at `me`, and of a store at `inStore` and with the argument `storeKey`. */
import { test } from '../support/tap.js';
import { createGraphqlClient, type GraphqlClient, startGraphql } from '../support/graphql.js';
import { newKey, orderDraft } from '../support/drafts.js';
import { anonymousToken } from '../support/oauth.js';

const { quayside, credentials, projectKey, createIn, ask, data } = await startGraphql();

const visitor = async (...names: string[]): Promise<GraphqlClient> => {
  const scope = names.map(name => `${name}:${projectKey}`).join(' ');
  return createGraphqlClient(quayside, credentials, await anonymousToken(quayside, credentials, scope));
};

const codesOf = ({ errors = [] }: Awaited<ReturnType<GraphqlClient>>): string[] =>
  errors.map(({ extensions }) => extensions.code);

test('a visitor creates, reads, changes and deletes own carts', async t => {
  const own = await visitor('manage_my_orders');
  const other = await visitor('manage_my_orders');
  const made = await own('mutation { createMyCart(draft: { currency: "EUR" }) { id version } }');
  t.equal(made.status, 200, JSON.stringify(made));
  const { id } = made.data.createMyCart;
  const query = `query ($id: String!) { me { cart(id: $id) { id } activeCart { id } carts { total results { id } } } }`;
  t.same((await own(query, { id })).data, {
    me: { cart: { id }, activeCart: { id }, carts: { total: 1, results: [{ id }] } },
  });
  t.same((await other(query, { id })).data, {
    me: { cart: null, activeCart: null, carts: { total: 0, results: [] } },
  });
  const update = `mutation ($id: String!) {
    updateMyCart(id: $id, version: 1, actions: [{ setCountry: { country: "DE" } }]) { version country }
  }`;
  t.same(codesOf(await other(update, { id })), ['ResourceNotFound']);
  t.same((await own(update, { id })).data, { updateMyCart: { version: 2, country: 'DE' } });
  const removal = `mutation ($id: String!) { deleteMyCart(id: $id, version: 2) { id } }`;
  t.same(codesOf(await other(removal, { id })), ['ResourceNotFound']);
  t.same((await own(removal, { id })).data, { deleteMyCart: { id } });
});

test('the queries at me need the scopes of their paths', async t => {
  const own = await visitor('view_published_products', 'manage_my_profile');
  const answer = await own('{ me { customer { id } carts { total } } }');
  t.same(codesOf(answer), ['insufficient_scope']);
  t.same(
    answer.errors?.map(({ path }) => path),
    [['me', 'carts']],
  );
});

test('an own order is made from the own cart', async t => {
  const own = await visitor('manage_my_orders');
  const made = await own(
    `mutation { createMyCart(draft: { currency: "EUR", shippingAddress: { country: "DE" } }) { id version } }`,
  );
  const { id, version } = made.data.createMyCart;
  const answer = await own(
    `mutation ($id: String!, $version: Long!) { createMyOrderFromCart(draft: { id: $id, version: $version }) { id } }`,
    { id, version },
  );
  t.same(answer.errors, undefined);
  const order = answer.data.createMyOrderFromCart;
  t.same((await own('{ me { orders { results { id cartRef { id } } } activeCart { id } } }')).data, {
    me: { orders: { results: [{ id: order.id, cartRef: { id } }] }, activeCart: null },
  });
});

test('a store shows its own orders, at inStore and with the argument storeKey', async t => {
  const [one, two] = [newKey('store'), newKey('store')];
  for (const key of [one, two]) await createIn('stores', { key });
  const orderNumber = newKey('order');
  const { id } = await createIn('orders/import', orderDraft({ orderNumber, store: { typeId: 'store', key: one } }));
  const query = `query ($key: KeyReferenceInput!, $orderNumber: String) {
    inStore(key: $key) { order(orderNumber: $orderNumber) { id } orders { total results { id } } }
  }`;
  t.same(await data(query, { key: one, orderNumber }), {
    inStore: { order: { id }, orders: { total: 1, results: [{ id }] } },
  });
  t.same(await data(query, { key: two, orderNumber }), { inStore: { order: null, orders: { total: 0, results: [] } } });

  const update = `mutation ($id: String!, $storeKey: KeyReferenceInput) {
    updateOrder(
      id: $id, version: 1, actions: [{ changeOrderState: { orderState: Complete } }], storeKey: $storeKey
    ) {
      orderState
    }
  }`;
  t.same(codesOf(await ask(update, { id, storeKey: two })), ['ResourceNotFound']);
  const ofOne = createGraphqlClient(
    quayside,
    credentials,
    await quayside.token(credentials, `manage_orders:${projectKey}:${one}`),
  );
  t.same(codesOf(await ofOne(update, { id })), ['insufficient_scope']);
  t.same(codesOf(await ofOne(update, { id, storeKey: two })), ['insufficient_scope']);
  t.same((await ofOne(update, { id, storeKey: one })).data, { updateOrder: { orderState: 'Complete' } });
  t.same(codesOf(await ofOne(`{ orders { total } }`)), ['insufficient_scope']);
  t.same((await ofOne(`{ inStore(key: "${one}") { orders { total } } }`)).data, { inStore: { orders: { total: 1 } } });
});

test('the project is read and changed', async t => {
  const { project } = await data('{ project { key version languages } }');
  t.equal(project.key, projectKey);
  const changed = await data(
    `mutation ($version: Long!) {
      updateProject(version: $version, actions: [{ changeName: { name: "Renamed" } }]) { name version }
    }`,
    { version: project.version },
  );
  t.same(changed, { updateProject: { name: 'Renamed', version: project.version + 1 } });
});

test('a cart is replicated, and an action has exactly one member', async t => {
  const { createCart } = await data('mutation { createCart(draft: { currency: "EUR" }) { id } }');
  const { replicateCart } = await data(
    `mutation ($id: String!) {
      replicateCart(reference: { typeId: "cart", id: $id }) { id totalPrice { currencyCode } }
    }`,
    { id: createCart.id },
  );
  t.not(replicateCart.id, createCart.id);
  t.equal(replicateCart.totalPrice.currencyCode, 'EUR');
  const both = `mutation ($id: String!) { updateCart(id: $id, version: 1, actions: [{ setCountry: {}, setLocale: {} }]) { id } }`;
  t.match((await ask(both, { id: createCart.id })).errors, [
    { message: 'actions[0] must have exactly one member, the action; got setCountry, setLocale.' },
  ]);
});
