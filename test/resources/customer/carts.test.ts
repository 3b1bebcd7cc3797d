/** What becomes of anonymous carts and orders at sign-in: the merge as a rule, and against Redis through the engine. */
import { deepEqual } from 'node:assert/strict';
import { test } from 'tap';
import { assignCarts, type CartAssignment } from '../../../src/resources/customer/carts/assignCarts.js';
import { commitCarts } from '../../../src/resources/customer/carts/commitCarts.js';
import { type CartContent, mergeCarts } from '../../../src/resources/customer/carts/mergeCarts.js';
import { signIn as signInCustomer } from '../../../src/resources/customer/commands/signIn.js';
import { signUp as signUpCustomer } from '../../../src/resources/customer/commands/signUp.js';
import { loadMany } from '../../../src/engine/loadMany.js';
import { ReferenceCollector } from '../../../src/engine/references/ReferenceCollector.js';
import { resolveReferences } from '../../../src/engine/references/resolveReferences.js';
import { retryOnStaleRead } from '../../../src/engine/commit/retryOnStaleRead.js';
import { ApiError } from '../../../src/errors/ApiError.js';
import { cartDiscountDraft, customLineItemDraft, money, newKey } from '../../support/drafts.js';
import { basic, post, tokenIn } from '../../support/oauth.js';
import { type Resource, startResourceApi } from '../../support/resourceApi.js';
import { address, openShop } from '../../support/shop.js';
import type { LineItem } from '../../../src/resources/shared/lineItem.js';
import type { CustomLineItem } from '../../../src/resources/shared/customLineItem.js';
import fc from 'fast-check';
import { matchWhole } from '../../support/matchWhole.js';

const now = '2026-01-01T00:00:00.000Z';
const initial = { typeId: 'state', id: 'initial' };
const euros = { type: 'centPrecision', currencyCode: 'EUR', centAmount: 100, fractionDigits: 2 };

let count = 0;
const item = (productId: string | undefined, quantity: number, changes: object = {}): LineItem =>
  ({
    id: `i${++count}`,
    productId,
    name: { en: 'Jacket' },
    variant: { id: 1 },
    quantity,
    price: { id: 'p', value: euros },
    totalPrice: euros,
    state: [{ quantity, state: initial }],
    priceMode: 'Platform',
    lineItemMode: 'Standard',
    discountedPricePerQuantity: [],
    taxedPricePortions: [],
    perMethodTaxRate: [],
    ...changes,
  }) as unknown as LineItem;
const fee = (slug: string, quantity: number, changes: object = {}): CustomLineItem =>
  ({
    id: `c${++count}`,
    slug,
    quantity,
    name: { en: slug },
    money: euros,
    totalPrice: euros,
    state: [{ quantity, state: initial }],
    priceMode: 'Standard',
    ...changes,
  }) as unknown as CustomLineItem;
const content = (lineItems: LineItem[], changes: Partial<CartContent> = {}): CartContent => ({
  lineItems,
  customLineItems: [],
  itemShippingAddresses: [],
  taxMode: 'Platform',
  ...changes,
});
const details = (addressKey: string, quantity: number) => ({ targets: [{ addressKey, quantity }], valid: true });
const place = (key: string, city: string) => ({ key, country: 'DE', city });

test("merges line items of one variant to the larger quantity and keeps the customer's custom fields (CUST116, CUST120)", async t => {
  const custom = (text: string) => ({ custom: { type: { typeId: 'type', id: 't' }, fields: { text } } });
  const small = item('a', 2, custom('mine'));
  const rows: readonly [string, LineItem, LineItem, number][] = [
    ['more in the anonymous cart', item('a', 5, custom('theirs')), small, 5],
    ["more in the customer's", item('a', 1, custom('theirs')), small, 2],
    ['as many', item('a', 2, custom('theirs')), small, 2],
  ];
  for (const [name, theirs, own, quantity] of rows) {
    const { lineItems } = mergeCarts(content([theirs]), content([own]), now);
    matchWhole(t, lineItems, [{ id: own.id, quantity, custom: own.custom, state: [{ quantity }] }], name);
    t.equal(lineItems.length, 1, name);
  }
  const others = mergeCarts(
    content([item('a', 1, { variant: { id: 2 } }), item('b', 1, custom('theirs'))]),
    content([small]),
    now,
  ).lineItems;
  matchWhole(
    t,
    others,
    [{ quantity: 2 }, { variant: { id: 2 }, quantity: 1 }, { productId: 'b', ...custom('theirs') }],
    'other variants and products are added as they are',
  );
  const priced = { priceMode: 'ExternalTotal', totalPrice: { ...euros, centAmount: 4_000 } };
  matchWhole(
    t,
    mergeCarts(content([item('a', 5)]), content([item('a', 2, priced)]), now).lineItems,
    [{ quantity: 5, priceMode: 'Platform' }],
    'a total from outside is that of its quantity',
  );
  matchWhole(t, mergeCarts(content([item('a', 5, priced)]), content([item('a', 2)]), now).lineItems, [
    { quantity: 5, priceMode: 'Platform' },
  ]);
  t.same(
    mergeCarts(content([item('a', 5, { lineItemMode: 'GiftLineItem' })]), content([]), now).lineItems,
    [],
    'gifts are given again',
  );
  matchWhole(
    t,
    mergeCarts(
      content([item('b', 1, { key: 'one' }), item('c', 1, { key: 'two' })]),
      content([item('a', 1, { key: 'one' })]),
      now,
    ).lineItems.map(({ key }) => key),
    ['one', undefined, 'two'],
  );
  const own = (name: string) => item(undefined, 1, { name: { en: name } });
  t.equal(
    mergeCarts(content([own('Engraving'), own('Wrap')]), content([own('Engraving')]), now).lineItems.length,
    2,
    'items without a product by what they are',
  );
});

test('merges custom line items of both carts to the larger quantity and copies no others (CUST117, CUST121)', async t => {
  const merge = (theirs: CustomLineItem[], own: CustomLineItem[]) =>
    mergeCarts(content([], { customLineItems: theirs }), content([], { customLineItems: own }), now).customLineItems;
  matchWhole(t, merge([fee('wrap', 3), fee('card', 1)], [fee('wrap', 2)]), [
    { slug: 'wrap', quantity: 3, state: [{ quantity: 3 }] },
  ]);
  t.equal(merge([fee('wrap', 3), fee('card', 1)], [fee('wrap', 2)]).length, 1);
  matchWhole(t, merge([fee('wrap', 1)], [fee('wrap', 2)]), [{ quantity: 2 }]);
  matchWhole(
    t,
    merge([fee('other', 4, { key: 'k' })], [fee('wrap', 2, { key: 'k' })]),
    [{ slug: 'wrap', quantity: 4 }],
    'else by key',
  );
  matchWhole(
    t,
    merge([fee('wrap', 9, { key: 'k' })], [fee('x', 1, { key: 'k' }), fee('wrap', 1)]),
    [{ quantity: 1 }, { quantity: 9 }],
    'by slug before by key',
  );
});

test('takes shipping details from the larger quantity and keeps the addresses of both carts (CUST118, CUST119)', async t => {
  const theirs = content(
    [
      item('a', 3, { shippingDetails: details('home', 3) }),
      item('b', 1, { shippingDetails: details('home', 1) }),
      item('c', 1, { shippingDetails: details('work', 1) }),
    ],
    { itemShippingAddresses: [place('home', 'Kiel'), place('work', 'Bonn'), place('shop', 'Ulm')] },
  );
  const own = content(
    [item('a', 2, { shippingDetails: details('home', 2) }), item('b', 2, { shippingDetails: details('home', 2) })],
    { itemShippingAddresses: [place('home', 'Bremen'), place('shop', 'Ulm')] },
  );
  const merged = mergeCarts(theirs, own, now);
  t.same(merged.itemShippingAddresses, [
    place('home', 'Bremen'),
    place('shop', 'Ulm'),
    place('home-2', 'Kiel'),
    place('work', 'Bonn'),
  ]);
  t.same(
    merged.lineItems.map(({ shippingDetails }) => shippingDetails),
    [details('home-2', 3), details('home', 2), details('work', 1)],
  );
});

const anyItem = fc
  .record({
    productId: fc.constantFrom('a', 'b', undefined),
    variant: fc.constantFrom(1, 2),
    quantity: fc.integer({ min: 1, max: 9 }),
    key: fc.option(fc.constantFrom('k', 'l'), { nil: undefined }),
    address: fc.constantFrom('home', 'work'),
  })
  .map(({ productId, variant, quantity, key, address: addressKey }) =>
    item(productId, quantity, { variant: { id: variant }, key, shippingDetails: details(addressKey, quantity) }),
  );
const anyContent = fc
  .record({
    lineItems: fc.uniqueArray(anyItem, { maxLength: 8, selector: ({ key, id }) => key ?? id }),
    fees: fc.array(fc.tuple(fc.constantFrom('x', 'y'), fc.integer({ min: 1, max: 9 })), { maxLength: 4 }),
    cities: fc.tuple(fc.constantFrom('Kiel', 'Bonn'), fc.constantFrom('Kiel', 'Bonn')),
  })
  .map(({ lineItems, fees, cities: [home, work] }) =>
    content(lineItems, {
      customLineItems: fees.map(([slug, quantity]) => fee(slug, quantity)),
      itemShippingAddresses: [place('home', home), place('work', work)],
    }),
  );

const thing = ({ productId, variant }: LineItem) => `${productId}/${variant.id}`;
const quantitiesOf = (items: readonly LineItem[], name: string) =>
  items
    .filter(each => thing(each) === name)
    .map(({ quantity }) => quantity)
    .sort((a, b) => b - a);
const cityOf = ({ itemShippingAddresses }: Pick<CartContent, 'itemShippingAddresses'>, { shippingDetails }: LineItem) =>
  itemShippingAddresses.find(({ key }) => key === shippingDetails!.targets[0]!.addressKey)!.city;

test('loses no line item in any merge, keeps the larger quantity, and changes nothing in a second merge (CUST116, CUST117, CUST118, CUST119)', async t => {
  fc.assert(
    fc.property(anyContent, anyContent, (theirs, own) => {
      const merged = mergeCarts(theirs, own, now);
      for (const name of new Set([...theirs.lineItems, ...own.lineItems].map(thing))) {
        const [a, b, all] = [theirs.lineItems, own.lineItems, merged.lineItems].map(items => quantitiesOf(items, name));
        if (all!.length !== Math.max(a!.length, b!.length))
          throw new Error(`${name}: ${all!.length} items of ${a!.length} and ${b!.length}`);
        for (const one of [a!, b!])
          one.forEach((quantity, at) => {
            if (all![at]! < quantity) throw new Error(`${name}: ${all!.join()} of ${a!.join()} and ${b!.join()}`);
          });
        if (all![0] !== Math.max(a![0] ?? 0, b![0] ?? 0)) throw new Error('more than either cart had');
      }
      for (const { id, quantity, shippingDetails, state } of merged.lineItems)
        if (shippingDetails!.targets[0]!.quantity !== quantity || state[0]!.quantity !== quantity)
          throw new Error(`${id}: pieces do not add up`);
      // Wherever an item comes from, its pieces go to the city that they went to before.
      for (const each of merged.lineItems) {
        const before = [theirs, own].flatMap(cart =>
          cart.lineItems
            .filter(one => thing(one) === thing(each) && one.quantity === each.quantity)
            .map(one => cityOf(cart, one)),
        );
        if (!before.includes(cityOf(merged, each)))
          throw new Error(`sent to ${cityOf(merged, each)}, expected ${before.join()}`);
      }
      const keys = [...merged.lineItems, ...merged.itemShippingAddresses]
        .map(({ key }) => key)
        .filter(key => key !== undefined);
      if (new Set(keys).size !== keys.length) throw new Error('a key twice');
      deepEqual(mergeCarts(theirs, { ...own, ...merged }, now), merged);
    }),
  );
  t.pass('for any two carts');
});

const api = await startResourceApi('carts');
const {
  quayside: {
    services: { engine },
  },
  credentials: { projectKey },
  http,
  base,
} = api;
const shop = await openShop(api);
for (const [sku, price] of [
  ['JACKET', 10_000],
  ['SCARF', 2_000],
  ['HAT', 3_000],
] as const)
  await shop.product(sku, price);

interface Cart extends Resource {
  readonly lineItems: LineItem[];
  readonly customLineItems: CustomLineItem[];
  readonly lastModifiedAt: string;
}

const client = { clientId: 'c' };
/** The services, with something that happens just before their first commit. */
const servicesWith = (meanwhile: () => Promise<void>) => {
  let commits = 0;
  const commit: typeof engine.store.commit = async changeSet => {
    if (commits++ === 0) await meanwhile();
    return engine.store.commit(changeSet);
  };
  return { ...api.quayside.services, engine: { ...engine, store: { ...engine.store, commit } } };
};
const newContext = async () => resolveReferences(engine, await engine.settings(projectKey), new ReferenceCollector());
/** A sign-in as whoever checks passwords calls it; answers with the cart that comes back. */
const signIn = (assignment: CartAssignment): Promise<Cart | undefined> =>
  retryOnStaleRead(async () => {
    const context = await newContext();
    const { updates, cart } = await assignCarts(engine, projectKey, context, assignment);
    await commitCarts(engine, projectKey, { clientId: 'c' }, context, updates);
    return cart && get('carts', cart.id);
  });
const refusalOf = async (attempt: () => Promise<unknown>) => {
  try {
    await attempt();
  } catch (error) {
    if (error instanceof ApiError) return error.toBody();
    throw error;
  }
  throw new Error('not refused');
};
const refused = (assignment: CartAssignment) => refusalOf(() => signIn(assignment));
const password = 'a password 1';
const draftOf = (changes: object = {}) => ({ email: `${newKey('jo')}@example.com`, password, ...changes });
const send = async (path: string, body: object, status = 200): Promise<{ customer: Resource; cart?: Cart }> => {
  const answer = await http.send('POST', `${base}/${path}`, { body });
  if (answer.status !== status) throw new Error(answer.text);
  return answer.json as { customer: Resource; cart?: Cart };
};
const get = async (path: string, id: string) => (await http.send('GET', `${base}/${path}/${id}`)).json as Cart;
const activeOf = async (customerId: string) =>
  (await http.send('GET', `${base}/carts/customer-id=${customerId}`)).json as Cart;
const newCustomer = (customerGroup?: Resource) => ({
  id: newKey('customer'),
  ...(customerGroup && { customerGroup: { typeId: 'customer-group' as const, id: customerGroup.id } }),
});
const cartOf = shop.cart as (...given: Parameters<typeof shop.cart>) => Promise<Cart>;
const anonymous = (anonymousId: string, skus: Parameters<typeof shop.cart>[0], changes: object = {}) =>
  cartOf(skus, { anonymousId, ...changes });
/** A cart that is the customer's: there are no customers to name in a draft. */
const ownCart = async ({ id }: { id: string }, skus: Parameters<typeof shop.cart>[0], changes: object = {}) =>
  (await signIn({
    customer: { id },
    anonymousCartId: (await cartOf(skus, changes)).id,
    mode: 'UseAsNewActiveCustomerCart',
  }))!;
const skusOf = ({ lineItems }: Cart) =>
  Object.fromEntries(lineItems.map(({ variant, quantity }) => [variant.sku, quantity]));

test('assigns an anonymous cart to a customer without a cart (CUST110, CUST113, CUST127)', async t => {
  const session = newKey('session');
  const [cart, other] = [await anonymous(session, [['JACKET', 1]]), await anonymous(session, [['SCARF', 1]])];
  const group = await api.createIn('customer-groups', { groupName: newKey('group') });
  const customer = newCustomer(group);
  const own = (await signIn({ customer, anonymousCartId: cart.id }))!;
  matchWhole(t, own, {
    id: cart.id,
    version: 2,
    cartState: 'Active',
    customerId: customer.id,
    customerGroup: { id: group.id },
  });
  t.notOk('anonymousId' in own);
  matchWhole(t, await get('carts', other.id), { version: 1, anonymousId: session }, 'that one and no other');
  t.equal((await activeOf(customer.id)).id, cart.id);
  matchWhole(
    t,
    await signIn({ customer, anonymousCartId: cart.id, anonymousId: newKey('session') }),
    { id: cart.id, version: 2 },
    'what is his already bears no anonymous id any more, and coming twice is no mistake',
  );
  const frozen = await api.update(await cartOf([['HAT', 2]]), { action: 'freezeCart' });
  matchWhole(
    t,
    await signIn({ customer, anonymousCartId: frozen.id }),
    { id: cart.id, version: 2 },
    'a frozen cart is assigned, and not merged',
  );
  matchWhole(t, await get('carts', frozen.id), {
    version: frozen.version + 1,
    cartState: 'Frozen',
    customerId: customer.id,
    totalPrice: frozen.totalPrice,
  });
});

test('creates a customer and assigns carts and orders in one commit (CUST127, CUST128)', async t => {
  const session = newKey('session');
  const [cart, ordered] = [await anonymous(session, [['JACKET', 1]]), await anonymous(session, [['HAT', 1]])];
  const order = await api.createIn('orders', { cart: { typeId: 'cart', id: ordered.id }, version: ordered.version });
  const versions = async () =>
    Promise.all([get('carts', cart.id), get('carts', ordered.id), get('orders', order.id)]).then(all =>
      all.map(({ version }) => version),
    );
  const key = newKey('customer');
  const signUp = (name: string, anonymousId: string) =>
    http.send('POST', `${base}/customers`, {
      body: { email: `${newKey('jo')}@example.com`, password: 'a password 1', key: name, anonymousId },
    });
  t.equal((await signUp(key, newKey('session'))).status, 201);
  matchWhole(t, (await signUp(key, session)).json, {
    errors: [{ code: 'DuplicateField', field: 'key', duplicateValue: String }],
  });
  t.same(await versions(), [1, 2, 1], 'refused before the commit');
  const taken = draftOf();
  const meanwhile = servicesWith(async () => {
    await send('customers', taken, 201);
  });
  matchWhole(
    t,
    await refusalOf(() => signUpCustomer(meanwhile, { projectKey, client }, { ...taken, anonymousId: session })),
    { errors: [{ code: 'DuplicateField', field: 'email', duplicateValue: String }] },
  );
  t.same(await versions(), [1, 2, 1], 'refused by the commit');
  const signedUp = await signUp(newKey('customer'), session);
  const { customer } = signedUp.json as { customer: Resource };
  matchWhole(t, signedUp.json, { cart: { id: cart.id, version: 2 } });
  t.same(await versions(), [2, 3, 2]);
  matchWhole(
    t,
    [await get('carts', cart.id), await get('orders', order.id)],
    [{ customerId: customer.id }, { customerId: customer.id }],
  );
});

test('lets one of several concurrent sign-ups with one email succeed and changes the cart once (CUST127, CUST128)', async t => {
  const session = newKey('session');
  const cart = await anonymous(session, [['JACKET', 1]]);
  const draft = { ...draftOf(), anonymousId: session };
  const answers = await Promise.all([1, 2, 3].map(() => http.send('POST', `${base}/customers`, { body: draft })));
  t.same(answers.map(({ status }) => status).sort(), [201, 400, 400]);
  const { customer } = answers.find(({ status }) => status === 201)!.json as { customer: Resource };
  matchWhole(t, await get('carts', cart.id), { version: 2, customerId: customer.id });
  matchWhole(
    t,
    (await http.send('GET', `${base}/customers?where=${encodeURIComponent(`email="${draft.email}"`)}`)).json,
    {
      total: 1,
    },
  );
});

test('assigns the carts that exceed the limit of one sign-in at the next one (CUST111)', async t => {
  const customer = newCustomer();
  const session = newKey('session');
  for (let at = 0; at < 202; at++) await cartOf([], { anonymousId: session });
  const last = await anonymous(session, [['HAT', 1]]);
  const left = async () =>
    (
      (await http.send('GET', `${base}/carts?limit=1&where=${encodeURIComponent(`anonymousId="${session}"`)}`))
        .json as { total: number }
    ).total;
  matchWhole(t, await signIn({ customer, anonymousId: session }), { id: last.id });
  t.equal(await left(), 3, 'the youngest go first');
  matchWhole(t, await signIn({ customer, anonymousId: session }), { id: last.id, lineItems: [{ quantity: 1 }] });
  t.equal(await left(), 0);
});

test("merges the anonymous cart into the customer's active cart that was modified last (CUST114, CUST115, CUST117, CUST121, CUST124)", async t => {
  const customer = newCustomer();
  const old = await ownCart(customer, [['HAT', 1]]);
  const own = await ownCart(
    customer,
    [
      ['JACKET', 2],
      ['SCARF', 1],
    ],
    { key: newKey('cart'), customLineItems: [customLineItemDraft({ slug: 'wrap', quantity: 1 })] },
  );
  const quoted = await cartOf([['HAT', 1]], { origin: 'Quote' });
  matchWhole(
    t,
    await signIn({ customer, anonymousCartId: quoted.id }),
    { id: own.id, version: own.version },
    'the cart of a quote changes hands, and is not what is merged',
  );
  const cart = await cartOf(
    [
      ['JACKET', 1],
      ['SCARF', 4],
      ['HAT', 1],
    ],
    {
      customLineItems: [customLineItemDraft({ slug: 'wrap', quantity: 2 }), customLineItemDraft({ slug: 'card' })],
      billingAddress: address(),
    },
  );
  const after = (await signIn({ customer, anonymousCartId: cart.id, mode: 'MergeWithExistingCustomerCart' }))!;
  matchWhole(t, after, {
    id: own.id,
    key: own.key,
    version: own.version + 1,
    cartState: 'Active',
    totalPrice: { centAmount: 2 * 10_000 + 4 * 2_000 + 3_000 + 2 * 200 },
  });
  t.same(skusOf(after), { JACKET: 2, SCARF: 4, HAT: 1 });
  t.ok(
    after.lineItems.every(
      each =>
        each.taxedPrice !== undefined && each.totalPrice.centAmount === each.price.value.centAmount * each.quantity,
    ),
    'prices and taxes are current',
  );
  matchWhole(
    t,
    after.customLineItems.map(({ slug, quantity }) => [slug, quantity]),
    [['wrap', 2]],
  );
  t.notOk('billingAddress' in after, "what is not named stays the customer's");
  matchWhole(t, await get('carts', cart.id), {
    version: cart.version + 1,
    cartState: 'Merged',
    customerId: customer.id,
    lineItems: [{ quantity: 1 }, { quantity: 4 }, { quantity: 1 }],
  });
  t.equal((await get('carts', old.id)).version, old.version);
  matchWhole(
    t,
    await signIn({ customer, anonymousCartId: cart.id }),
    { id: own.id, version: after.version },
    'merged before: nothing changes',
  );
  matchWhole(t, await refused({ customer: newCustomer(), anonymousCartId: cart.id }), {
    errors: [{ code: 'InvalidOperation', message: /no anonymous cart/ }],
  });
});

test("keeps the customer's cart as the active one if the merge adds nothing (CUST115)", async t => {
  const customer = newCustomer();
  const session = newKey('session');
  const own = await ownCart(customer, [['JACKET', 2]]);
  const [old, cart] = [await anonymous(session, [['SCARF', 1]]), await anonymous(session, [['JACKET', 1]])];
  matchWhole(t, await signIn({ customer, anonymousId: session }), { id: own.id, version: own.version + 1 });
  matchWhole(
    t,
    [await get('carts', cart.id), await get('carts', old.id)],
    [{ cartState: 'Merged' }, { cartState: 'Active', customerId: customer.id }],
  );
  t.equal((await activeOf(customer.id)).id, own.id);
});

test('assigns all carts and orders of an anonymous id and applies the mode to the cart modified last (CUST111, CUST122, CUST125, CUST126, CUST128)', async t => {
  const customer = newCustomer();
  const session = newKey('session');
  const own = await ownCart(customer, [['HAT', 1]]);
  const first = await anonymous(session, [['JACKET', 1]]);
  const second = await anonymous(session, [['SCARF', 1]]);
  const ordered = await anonymous(session, [['HAT', 1]]);
  const order = await api.createIn('orders', { cart: { typeId: 'cart', id: ordered.id }, version: ordered.version });
  const frozen = await api.update(await anonymous(session, [['HAT', 2]]), { action: 'freezeCart' });
  const last = await api.update(first, { action: 'setCountry', country: 'FR' });
  const strangers = await anonymous(newKey('session'), [['JACKET', 1]]);
  const back = (await signIn({ customer, anonymousId: session, mode: 'UseAsNewActiveCustomerCart' }))!;
  matchWhole(t, back, { id: last.id, version: last.version + 1, cartState: 'Active', customerId: customer.id });
  t.same(skusOf(back), { JACKET: 1 }, 'nothing is merged');
  t.equal((await activeOf(customer.id)).id, last.id);
  for (const [{ id, version }, cartState] of [
    [second, 'Active'],
    [{ ...ordered, version: 2 }, 'Ordered'],
    [frozen, 'Frozen'],
  ] as const) {
    const after = await get('carts', id);
    matchWhole(t, after, { version: version + 1, cartState, customerId: customer.id });
    t.notOk('anonymousId' in after);
  }
  const after = await get('orders', order.id);
  matchWhole(t, after, { version: order.version + 1, customerId: customer.id, lineItems: [{ quantity: 1 }] });
  t.notOk('anonymousId' in after);
  matchWhole(t, (await api.messagesOf(order)).at(-1), { type: 'OrderCustomerSet', customer: { id: customer.id } });
  matchWhole(
    t,
    [await get('carts', own.id), await get('carts', strangers.id)],
    [{ version: own.version, cartState: 'Active' }, { version: 1 }],
  );
});

test('refuses a cart of another session or customer, and an unknown cart, without a change (CUST112, CUST136)', async t => {
  const customer = newCustomer();
  const session = newKey('session');
  const [cart, mine] = [await anonymous(session, [['JACKET', 1]]), await anonymous(newKey('session'), [['SCARF', 1]])];
  const others = await ownCart(newCustomer(), [['HAT', 1]]);
  matchWhole(t, await refused({ customer, anonymousCartId: mine.id, anonymousId: session }), {
    statusCode: 400,
    errors: [{ code: 'InvalidOperation', message: new RegExp(`'${mine.id}' does not have the anonymousId`) }],
  });
  matchWhole(t, await refused({ customer, anonymousCartId: others.id }), {
    statusCode: 400,
    errors: [{ code: 'InvalidOperation' }],
  });
  matchWhole(t, await refused({ customer, anonymousCartId: 'none' }), {
    statusCode: 400,
    errors: [{ code: 'ReferencedResourceNotFound', typeId: 'cart', id: 'none' }],
  });
  t.same(await Promise.all([cart, mine, others].map(async ({ id }) => (await get('carts', id)).version)), [
    1,
    1,
    others.version,
  ]);
  const young = await anonymous(session, [['HAT', 1]]);
  matchWhole(
    t,
    await signIn({ customer, anonymousCartId: cart.id, anonymousId: session }),
    { id: cart.id },
    'the named one goes before the younger',
  );
  matchWhole(t, await get('carts', young.id), { customerId: customer.id, cartState: 'Active' });
});

test('refuses to merge carts of different currencies without a change (CUST123, CUST136)', async t => {
  const customer = newCustomer();
  const session = newKey('session');
  const own = await ownCart(customer, [['JACKET', 1]]);
  const dollars = await anonymous(session, [], { currency: 'USD' });
  const other = await anonymous(session, [['HAT', 1]]);
  matchWhole(t, await refused({ customer, anonymousCartId: dollars.id, anonymousId: session }), {
    statusCode: 400,
    errors: [{ code: 'InvalidOperation', message: /USD.*EUR/ }],
  });
  t.same(await Promise.all([own, dollars, other].map(async ({ id }) => (await get('carts', id)).version)), [
    own.version,
    1,
    1,
  ]);
  matchWhole(t, await signIn({ customer, anonymousCartId: dollars.id, mode: 'UseAsNewActiveCustomerCart' }), {
    id: dollars.id,
    cartState: 'Active',
  });
});

test('responds with current prices and without line items that are no longer sold (CUST124, CUST134)', async t => {
  const group = await api.createIn('customer-groups', { groupName: newKey('group') });
  const customer = newCustomer(group);
  const [kept, gone] = [shop.newSku(), shop.newSku()];
  const ofGroup = { value: money(4_000), customerGroup: { typeId: 'customer-group' as const, id: group.id } };
  const product = await shop.product(kept, 5_000, {
    masterVariant: { sku: kept, prices: [{ value: money(5_000) }, ofGroup] },
  });
  const withdrawn = await shop.product(gone, 1_000);
  const session = newKey('session');
  const [old, cart] = [
    await anonymous(session, [[kept, 1]]),
    await anonymous(session, [
      [kept, 2],
      [gone, 1],
    ]),
  ];
  matchWhole(t, cart, { totalPrice: { centAmount: 11_000 } });
  const products = api.resourcesAt('products');
  await products.update(withdrawn, { action: 'unpublish' });
  await products.update(product, { action: 'changeName', name: { en: 'Coat' }, staged: false });
  const back = (await signIn({ customer, anonymousId: session }))!;
  matchWhole(t, back, {
    id: cart.id,
    totalPrice: { centAmount: 8_000 },
    lineItems: [{ quantity: 2, name: { en: 'Rain jacket' } }],
  });
  t.same(skusOf(back), { [kept]: 2 });
  matchWhole(
    t,
    await get('carts', old.id),
    { totalPrice: { centAmount: 4_000 }, customerGroup: { id: group.id } },
    'the other one has the prices of the group as well',
  );
  matchWhole(t, await signIn({ customer, updateProductData: true }), {
    id: cart.id,
    version: back.version + 1,
    lineItems: [{ name: { en: 'Coat' } }],
  });
  matchWhole(t, await signIn({ customer }), { version: back.version + 1 }, 'as it was');
  t.equal(await signIn({ customer: newCustomer() }), undefined, 'no cart, none comes back');
});

test('refuses a sign-in without a tax rate for the country, without a change (CUST132)', async t => {
  const customer = newCustomer();
  const sku = shop.newSku();
  const taxCategory = await api.createIn('tax-categories', {
    name: newKey('tax'),
    rates: [{ name: 'VAT', amount: 0.19, includedInPrice: true, country: 'DE' }],
  });
  await shop.product(sku, 1_000, { taxCategory: { typeId: 'tax-category', id: taxCategory.id } });
  const cart = await cartOf([[sku, 1]]);
  const own = await ownCart(customer, [['JACKET', 1]], { shippingAddress: address({ country: 'FR' }) });
  matchWhole(t, await refused({ customer, anonymousCartId: cart.id }), {
    errors: [{ code: 'MissingTaxRateForCountry', taxCategoryId: taxCategory.id, country: 'FR' }],
  });
  t.same([(await get('carts', cart.id)).version, (await get('carts', own.id)).version], [1, own.version]);
});

test('assigns only carts of the store and never moves items between stores (CUST110, CUST111, CUST114)', async t => {
  const customer = newCustomer();
  const session = newKey('session');
  const [north, south] = await Promise.all(
    ['north', 'south'].map(name => api.createIn('stores', { key: newKey(name), name: { en: name } })),
  );
  const at = (store: Resource) => ({ store: { typeId: 'store', key: store.key } });
  const own = await ownCart(customer, [['JACKET', 1]], at(north!));
  const [inNorth, inSouth, nowhere] = [
    await anonymous(session, [['HAT', 1]], at(north!)),
    await anonymous(session, [['HAT', 1]], at(south!)),
    await anonymous(session, [['HAT', 1]]),
  ];
  const storeKey = north!.key as string;
  matchWhole(t, await refused({ customer, storeKey, anonymousCartId: inSouth.id }), {
    errors: [{ code: 'ReferencedResourceNotFound', typeId: 'cart', id: String }],
  });
  const back = (await signIn({ customer, storeKey, anonymousId: session }))!;
  t.equal(back.id, own.id);
  t.same(skusOf(back), { JACKET: 1, HAT: 1 });
  matchWhole(
    t,
    [await get('carts', inNorth.id), await get('carts', inSouth.id), await get('carts', nowhere.id)],
    [{ cartState: 'Merged' }, { version: 1 }, { version: 1 }],
  );
  matchWhole(t, await signIn({ customer, anonymousCartId: inSouth.id }), {
    id: inSouth.id,
    cartState: 'Active',
    store: { key: south!.key },
  });
});

test('merges an anonymous cart once in ten concurrent sign-ins and loses no line item (CUST114, CUST115)', async t => {
  for (const both of [false, true]) {
    const customer = newCustomer();
    const session = newKey('session');
    const own = await ownCart(customer, [
      ['JACKET', 2],
      ['SCARF', 1],
    ]);
    const cart = await anonymous(session, [
      ['SCARF', 3],
      ['HAT', 1],
    ]);
    const ordered = await anonymous(session, [['HAT', 1]]);
    const order = await api.createIn('orders', { cart: { typeId: 'cart', id: ordered.id }, version: ordered.version });
    const backs = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        signIn({
          customer,
          anonymousCartId: both || at % 2 === 0 ? cart.id : undefined,
          anonymousId: both || at % 2 === 1 ? session : undefined,
        }),
      ),
    );
    for (const back of backs) matchWhole(t, back, { id: own.id, version: own.version + 1 });
    t.same(skusOf(await get('carts', own.id)), { JACKET: 2, SCARF: 3, HAT: 1 });
    matchWhole(t, await get('carts', cart.id), {
      cartState: 'Merged',
      version: cart.version + 1,
      lineItems: [{ quantity: 3 }, { quantity: 1 }],
    });
    matchWhole(t, await get('orders', order.id), { customerId: customer.id, version: 2 });
  }
  const customer = newCustomer();
  const cart = await cartOf([['HAT', 2]]);
  const backs = await Promise.all(
    Array.from({ length: 10 }, () =>
      signIn({ customer, anonymousCartId: cart.id, mode: 'UseAsNewActiveCustomerCart' }),
    ),
  );
  for (const back of backs) matchWhole(t, back, { id: cart.id, version: 2, lineItems: [{ quantity: 2 }] });
});

test('merges ten anonymous carts concurrently with a cart update and loses no line item (CUST114)', async t => {
  const customer = newCustomer();
  const skus = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const sku = shop.newSku();
      await shop.product(sku, 1_000);
      return sku;
    }),
  );
  const own = await ownCart(customer, [['JACKET', 1]]);
  const carts = await Promise.all(skus.map(sku => cartOf([[sku, 1]])));
  const addHat = async (): Promise<void> => {
    const { version } = await get('carts', own.id);
    const { status } = await http.send('POST', `${base}/carts/${own.id}`, {
      body: { version, actions: [{ action: 'addLineItem', sku: 'HAT', quantity: 1 }] },
    });
    if (status === 409) await addHat();
  };
  await Promise.all([addHat(), ...carts.map(({ id }) => signIn({ customer, anonymousCartId: id }))]);
  t.same(skusOf(await get('carts', own.id)), { JACKET: 1, HAT: 1, ...Object.fromEntries(skus.map(sku => [sku, 1])) });
  const stored = await loadMany(
    engine,
    projectKey,
    'cart',
    carts.map(({ id }) => id),
  );
  t.ok([...stored.values()].every(cart => (cart as unknown as { cartState: string }).cartState === 'Merged'));
});

test('applies discounts and gifts to the merged cart (CUST116, CUST124)', async t => {
  const customer = newCustomer();
  const sku = shop.newSku();
  const gift = await shop.product(sku, 500);
  const session = newKey('session');
  await api.createIn(
    'cart-discounts',
    cartDiscountDraft({
      value: { type: 'giftLineItem', product: { typeId: 'product', id: gift.id }, variantId: 1 },
      target: undefined,
      cartPredicate: 'totalPrice > "10.00 EUR"',
    }),
  );
  await api.createIn('cart-discounts', cartDiscountDraft({ cartPredicate: 'totalPrice > "120.00 EUR"' }));
  const own = await ownCart(customer, [['SCARF', 1]]);
  const cart = await anonymous(session, [
    ['JACKET', 1],
    ['SCARF', 1],
    [sku, 1],
  ]);
  t.equal(cart.lineItems.length, 4);
  const after = (await signIn({ customer, anonymousId: session }))!;
  matchWhole(t, after, { id: own.id, totalPrice: { centAmount: (10_000 + 2_000 + 500) * 0.9 } });
  matchWhole(
    t,
    after.lineItems.map(({ variant, lineItemMode }) => [variant.sku, lineItemMode]),
    [
      ['SCARF', 'Standard'],
      ['JACKET', 'Standard'],
      [sku, 'Standard'],
      [sku, 'GiftLineItem'],
    ],
  );
  matchWhole(t, await signIn({ customer }), { version: after.version });
});

const { quayside, credentials } = api;
/** A visitor with a session of his own, and what he sends as such. */
const newVisitor = async () => {
  const id = newKey('visitor').slice(0, 40);
  const scope = `manage_my_orders:${projectKey} manage_my_profile:${projectKey}`;
  const { access_token: token } = tokenIn(
    await post(quayside, `${projectKey}/anonymous/token`, basic(credentials), {
      grant_type: 'client_credentials',
      scope,
      anonymous_id: id,
    }),
  );
  const own = quayside.http.as(token);
  return { id, send: async (path: string, body: object) => await own.send('POST', `${base}/me/${path}`, { body }) };
};
const bought = (...skus: string[]) => ({
  currency: 'EUR',
  country: 'DE',
  shippingAddress: address(),
  lineItems: skus.map(sku => ({ sku })),
});

test('merges an anonymous cart once in ten concurrent sign-ins over HTTP (CUST110, CUST114, CUST115)', async t => {
  const draft = draftOf();
  const { customer } = await send('customers', draft, 201);
  const own = await cartOf(
    [
      ['JACKET', 2],
      ['SCARF', 1],
    ],
    { customerId: customer.id },
  );
  const cart = await anonymous(newKey('session'), [
    ['SCARF', 3],
    ['HAT', 1],
  ]);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => send('login', { ...draft, anonymousCart: { typeId: 'cart', id: cart.id } })),
  );
  for (const answer of answers) matchWhole(t, answer, { customer: { id: customer.id }, cart: { id: own.id } });
  matchWhole(t, skusOf(await get('carts', own.id)), { JACKET: 2, SCARF: 3, HAT: 1 });
  matchWhole(t, await get('carts', cart.id), {
    cartState: 'Merged',
    version: cart.version + 1,
    customerId: customer.id,
  });
  matchWhole(t, await send('login', draft), { cart: { id: own.id } }, 'and a plain sign-in answers with the cart');
});

test('uses the new customer group if it changes during the sign-in (CUST110, CUST113)', async t => {
  const draft = draftOf();
  const { customer } = await send('customers', draft, 201);
  const { id } = await api.createIn('customer-groups', { groupName: newKey('group') });
  const cart = await anonymous(newKey('session'), [['HAT', 1]]);
  const meanwhile = servicesWith(async () => {
    const actions = [{ action: 'setCustomerGroup', customerGroup: { typeId: 'customer-group', id } }];
    t.equal(
      (await http.send('POST', `${base}/customers/${customer.id}`, { body: { version: 1, actions } })).status,
      200,
    );
  });
  await signInCustomer(meanwhile, { projectKey, client }, { ...draft, anonymousCartId: cart.id });
  matchWhole(t, await get('carts', cart.id), { version: 2, customerId: customer.id, customerGroup: { id } });
});

test('changes nothing in a refused sign-in over HTTP (CUST112, CUST136)', async t => {
  const draft = draftOf();
  await send('customers', draft, 201);
  const cart = await anonymous('one-session', [['HAT', 1]]);
  matchWhole(
    t,
    await http.send('POST', `${base}/login`, {
      body: { ...draft, anonymousCartId: cart.id, anonymousId: 'another-session' },
    }),
    { status: 400, json: { errors: [{ code: 'InvalidOperation' }] } },
  );
  t.same(await get('carts', cart.id), cart);
});

test('assigns carts and orders of the anonymous session at sign-up and sign-in (CUST125, CUST127, CUST128)', async t => {
  const visitor = await newVisitor();
  const first = (await visitor.send('carts', bought('HAT'))).json as Cart;
  t.equal((await visitor.send('orders', { id: first.id, version: first.version })).status, 201);
  const cart = (await visitor.send('carts', bought('SCARF'))).json as Cart;
  const draft = draftOf();
  const signedUp = await visitor.send('signup', draft);
  t.equal(signedUp.status, 201, signedUp.text);
  const { customer } = signedUp.json as { customer: Resource };
  matchWhole(t, signedUp.json, { cart: { id: cart.id, version: 2, customerId: customer.id } });
  t.notOk('anonymousId' in (await get('carts', cart.id)));
  matchWhole(
    t,
    (await http.send('GET', `${base}/orders?where=${encodeURIComponent(`customerId="${customer.id}"`)}`)).json,
    {
      total: 1,
    },
  );

  const later = await newVisitor();
  await later.send('carts', bought('HAT'));
  const signedIn = await later.send('login', draft);
  matchWhole(
    t,
    signedIn,
    { status: 200, json: { customer: { id: customer.id }, cart: { id: cart.id } } },
    signedIn.text,
  );
  matchWhole(t, skusOf(await get('carts', cart.id)), { SCARF: 1, HAT: 1 });
});
