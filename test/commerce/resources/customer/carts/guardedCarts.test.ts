/** Tests that a sign-in changes no locked cart, and no cart in a way that an API extension refuses. */
import { required } from '../../../../../src/base/errors/ApiError.js';
import { money, newKey, referenceTo } from '../../../../support/drafts.js';
import { startExternalServer } from '../../../../support/externalServer.js';
import { matchWhole } from '../../../../support/matchWhole.js';
import { anonymousToken } from '../../../../support/oauth.js';
import type { Resource } from '../../../../support/resourceApi.js';
import { test } from '../../../../support/tap.js';
import { type Cart, customerDraft, startSignIns } from './startSignIns.js';

const { api, base, http, createAnonymousCart, createCart, get, postCustomer, shop } = await startSignIns();
const { quayside, credentials, projectKey, createIn, update, resourcesAt } = api;

const group = await createIn('customer-groups', { groupName: newKey('group') });
const groupPrice = { value: money(800), customerGroup: referenceTo('customer-group', group) };

interface Account {
  readonly email: string;
  readonly password: string;
  readonly customer: Resource;
}

const newAccount = async (members: object = {}): Promise<Account> => {
  const draft = customerDraft(members);
  return { ...draft, ...(await postCustomer('customers', draft, 201)) };
};

const newSession = () => newKey('session').slice(0, 36);

interface Visitor {
  readonly id: string;
  readonly http: typeof http;
}

const newVisitor = async (): Promise<Visitor> => {
  const id = newSession();
  const scope = ['manage_my_profile', 'manage_my_orders'].map(name => `${name}:${projectKey}`).join(' ');
  return { id, http: quayside.http.as(await anonymousToken(quayside, credentials, scope, id)) };
};

const login = async ({ email, password }: Account, anonymousId?: string) =>
  (await postCustomer('login', { email, password, anonymousId })).cart;

const lock = async (cart: Cart): Promise<Cart> => (await update(cart, { action: 'lockCart' })) as Cart;

const lockedMembers = ({ lineItems, customLineItems, totalPrice, lock: given }: Cart) => ({
  lineItems,
  customLineItems,
  totalPrice,
  lock: given,
});

test('a sign-in and a sign-up change no items, prices and quantities of a locked cart, and copy none', async t => {
  const sku = shop.newSku();
  const product = await shop.product(sku, 1_000, {
    masterVariant: { sku, prices: [{ value: money(1_000) }, groupPrice] },
  });
  const special = { lineItems: [{ sku, quantity: 1, externalPrice: money(1) }, { sku: 'HAT' }] };
  const customerGroup = referenceTo('customer-group', group);

  const merged = await newAccount({ customerGroup });
  const own = await lock(await createCart([], { ...special, customerId: merged.customer.id }));
  const session = newSession();
  const many = await createAnonymousCart(session, [[sku, 50]]);
  matchWhole(
    t,
    await login(merged, session),
    { id: many.id, cartState: 'Active', lineItems: [{ quantity: 50, totalPrice: { centAmount: 40_000 } }] },
    'the locked cart of the customer is not merged with',
  );
  t.same(await get('carts', own.id), own);

  const offered = await newAccount({ customerGroup });
  const mine = await createCart([['JACKET', 1]], { customerId: offered.customer.id });
  const offer = newSession();
  const locked = await lock(await createAnonymousCart(offer, [], special));
  await login(offered, offer);
  const assigned = await get('carts', locked.id);
  t.same(lockedMembers(assigned), lockedMembers(locked), 'the locked cart of the session only changes its owner');
  matchWhole(t, assigned, { customerId: offered.customer.id, cartState: 'Active' });
  t.notOk('anonymousId' in assigned);
  matchWhole(t, await get('carts', mine.id), { lineItems: [{ variant: { sku: 'JACKET' }, quantity: 1 }] });

  const first = newSession();
  const onlyOne = await lock(await createAnonymousCart(first, [[sku, 2]], special));
  const { customer } = await newAccount({ customerGroup, anonymousId: first });
  const taken = await get('carts', onlyOne.id);
  t.same(lockedMembers(taken), lockedMembers(onlyOne), 'a sign-up');
  t.equal((taken as unknown as Resource).customerId, customer.id);

  await resourcesAt('products').update(product, {
    action: 'setPrices',
    variantId: 1,
    prices: [{ value: money(2_000) }],
    staged: false,
  });
  matchWhole(t, await login(merged), { id: many.id, lineItems: [{ totalPrice: { centAmount: 100_000 } }] });
  t.same(await get('carts', own.id), own);
});

/** The members of the input of an extension that the tests read. */
interface Input {
  readonly action: string;
  readonly resource: { readonly obj: Cart };
}

const quantityOf = ({ lineItems }: Pick<Cart, 'lineItems'>) =>
  lineItems.reduce((all, { quantity }) => all + quantity, 0);

const limit = 10;
const refusal = { code: 'InvalidInput', message: `A cart has at most ${limit} pieces.` };

test('a sign-in, a sign-up and a new group ask the extensions of carts, and leave a cart they refuse', async t => {
  const server = await startExternalServer();
  const extension = await createIn('extensions', {
    destination: { type: 'HTTP', url: server.url },
    triggers: [{ resourceTypeId: 'cart', actions: ['Update'] }],
    timeoutInMs: 10_000,
  });
  const inputs = () => server.requests.map(({ text }) => JSON.parse(text) as Input);
  const gift = { action: 'setLocale', locale: 'de' };
  /** Refuses carts with too many pieces, and sets a member of the carts that it accepts. */
  const limitPieces = () =>
    server.behave(response => {
      const { resource } = required(inputs().at(-1), 'the input of the extension');
      const isAbove = quantityOf(resource.obj) > limit;
      response
        .writeHead(isAbove ? 400 : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(isAbove ? { errors: [refusal] } : { actions: [gift] }));
    });
  const signIns: Readonly<Record<string, (account: Account, visitor: Visitor) => Promise<Cart | undefined>>> = {
    login: (account, visitor) => login(account, visitor.id),
    'me/login': async ({ email, password }, visitor) => {
      const answer = await visitor.http.send('POST', `${base}/me/login`, { body: { email, password } });
      t.equal(answer.status, 200, answer.text);
      return (answer.json as { cart?: Cart }).cart;
    },
    GraphQL: async ({ email, password }, { id: anonymousId }) => {
      const query = `mutation ($draft: CustomerSignInDraft!) { customerSignIn(draft: $draft) { cart { id } } }`;
      const variables = { draft: { email, password, anonymousId } };
      const answer = await http.send('POST', `${base}/graphql`, { body: { query, variables } });
      const { cart } = (answer.json as { data: { customerSignIn: { cart: { id: string } } } }).data.customerSignIn;
      return get('carts', cart.id);
    },
  };
  limitPieces();
  for (const [name, signIn] of Object.entries(signIns)) {
    const account = await newAccount();
    const own = await createCart([['JACKET', 6]], { customerId: account.customer.id });
    const visitor = await newVisitor();
    const fits = await createAnonymousCart(visitor.id, [['SCARF', 4]]);
    const calls = server.requests.length;
    matchWhole(t, await signIn(account, visitor), { id: own.id, locale: 'de', version: own.version + 1 }, name);
    t.equal(server.requests.length, calls + 1, `${name}: one call`);
    const input = required(inputs().at(-1), 'the input of the extension');
    matchWhole(t, input, { action: 'Update', resource: { obj: { id: own.id } } });
    t.equal(quantityOf(input.resource.obj), limit);
    matchWhole(t, await get('carts', fits.id), { cartState: 'Merged' });

    const before = await get('carts', own.id);
    const other = await newVisitor();
    const tooMuch = await createAnonymousCart(other.id, [['HAT', 6]]);
    const shown = await signIn(account, other);
    matchWhole(t, shown, { id: tooMuch.id, cartState: 'Active', customerId: account.customer.id }, `${name}: refused`);
    t.equal(quantityOf(required(shown, 'the cart')), 6);
    t.same(await get('carts', own.id), before, `${name}: no piece more than the limit`);
  }

  const session = newSession();
  const adopted = await createAnonymousCart(session, [['HAT', 1]]);
  const { customer } = await newAccount({ anonymousId: session });
  matchWhole(t, await get('carts', adopted.id), { locale: 'de', customerId: customer.id, version: 2 }, 'a sign-up');

  const customerGroup = referenceTo('customer-group', group);
  const joins = async (pieces: number) => {
    const joining = await newAccount();
    const cart = await createCart([['JACKET', pieces]], { customerId: joining.customer.id });
    await resourcesAt('customers').update(joining.customer, { action: 'setCustomerGroup', customerGroup });
    return { cart, after: await get('carts', cart.id) };
  };
  matchWhole(t, (await joins(1)).after, { version: 2, locale: 'de', customerGroup }, 'setCustomerGroup');
  const guarded = await joins(limit + 1);
  t.same(guarded.after, guarded.cart, 'setCustomerGroup leaves a cart as it is that an extension refuses');

  server.say('no extension', 500);
  const account = await newAccount();
  const own = await createCart([['JACKET', 1]], { customerId: account.customer.id });
  const last = newSession();
  const left = await createAnonymousCart(last, [['HAT', 1]]);
  matchWhole(t, await login(account, last), { id: left.id }, 'an extension that fails prevents no sign-in');
  t.same(await get('carts', own.id), own);
  await resourcesAt('extensions').remove(extension);
});
