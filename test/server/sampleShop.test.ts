import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { boundCommand } from '../../src/base/lifecycle/spawnBound.js';
import { packageFile } from '../../src/base/config/packageFile.js';
import { dayMs } from '../../src/base/durations.js';
import { test } from '../support/tap.js';
import { createSampleShop } from '../../src/server/sampleShop.js';
import { verifyStoredData } from '../../src/jobs/verification/verifyStoredData.js';
import { exportProject, type ExportedResource } from '../support/exportProject.js';
import { matchWhole } from '../support/matchWhole.js';
import { startQuayside } from '../support/quayside.js';
import { sdkOf } from '../support/sdk.js';
import { skipInShort } from '../support/rounds.js';

const quayside = await startQuayside();
const { services } = quayside;
const untilMs = Date.parse('2026-11-01T00:00:00.000Z');
/** Fifty orders come from carts and take all courses that the shop knows; one order comes from a quote. */
const orders = 51;

const open = async (seed: number, count = orders) => {
  const credentials = await quayside.project();
  const { projectKey } = credentials;
  await createSampleShop(services, { projectKey, seed, untilMs, orders: count });
  return {
    credentials,
    projectKey,
    sdk: sdkOf(quayside, credentials),
    all: await exportProject(quayside, credentials),
  };
};

const first = await open(7);

/** Replaces ids that a project assigns itself: that of its built-in State, and those of messages. */
const comparable = (all: typeof first.all): unknown => {
  const builtIn = all.state!.find(({ builtIn: isBuiltIn }) => isBuiltIn)!;
  const messages = all.message!.map(message => ({ ...message, id: undefined }));
  const position = ({ resource, sequenceNumber }: Record<string, unknown>): string =>
    `${(resource as ExportedResource).id} ${String(sequenceNumber).padStart(4, '0')}`;
  messages.sort((one, other) => (position(one) < position(other) ? -1 : 1));
  const states = all.state!.filter(state => state !== builtIn);
  return JSON.parse(JSON.stringify({ ...all, message: messages, state: states }).replaceAll(builtIn.id, 'built-in'));
};

const valuesOf = (typeId: string, member: string): string[] => [
  ...new Set(first.all[typeId]!.map(resource => String(resource[member]))),
];
const countsOf = (all: typeof first.all): Record<string, number> =>
  Object.fromEntries(Object.entries(all).map(([typeId, resources]) => [typeId, resources.length]));

test('creates the same shop in two projects from the same number, and another one from another number', {
  skip: skipInShort,
}, async t => {
  const same = await open(7);
  t.strictSame(countsOf(same.all), countsOf(first.all));
  t.strictSame(comparable(same.all), comparable(first.all));
  const other = await open(8, 5);
  const idsOf = ({ all }: typeof first): string[] => all.order!.map(({ id }) => id);
  t.notOk(idsOf(other).some(id => idsOf(first).includes(id)));
});

test('leaves data in which verify finds no difference', async t => {
  matchWhole(t, await verifyStoredData(services, first.projectKey), { isEqual: true, counts: {}, differences: [] });
});

test('creates resources of every kind', t => {
  const counts = countsOf(first.all);
  t.equal(counts.order, orders);
  t.strictSame(
    Object.keys(counts).filter(typeId => counts[typeId] === 0),
    ['key-value-document', 'discount-group', 'recurrence-policy', 'extension'],
  );
  for (const [typeId, member, values] of [
    ['order', 'orderState', ['Cancelled', 'Complete', 'Confirmed', 'Open']],
    ['order', 'shipmentState', ['Backorder', 'Delivered', 'Pending']],
    ['order', 'paymentState', ['BalanceDue', 'CreditOwed', 'Failed', 'Paid', 'Pending']],
    ['cart', 'cartState', ['Active', 'Frozen', 'Ordered']],
    ['quote-request', 'quoteRequestState', ['Accepted', 'Cancelled', 'Rejected', 'Submitted']],
    ['staged-quote', 'stagedQuoteState', ['InProgress', 'Sent']],
    [
      'quote',
      'quoteState',
      ['Accepted', 'Declined', 'DeclinedForRenegotiation', 'Pending', 'RenegotiationAddressed', 'Withdrawn'],
    ],
    ['product', 'priceMode', ['Embedded', 'Standalone']],
  ] as const)
    t.strictSame(valuesOf(typeId, member).sort(), values, `${typeId}.${member}`);
  t.end();
});

test('shows the ratings of its reviews on product projections, and lists of its customers', async t => {
  const { sdk, all } = first;
  const counts: Record<string, number> = {};
  for (const { target } of all.review!) {
    const { id } = target as { readonly id: string };
    counts[id] = (counts[id] ?? 0) + 1;
  }
  const queryArgs = { where: 'reviewRatingStatistics(count > 0)', limit: 100 };
  const { results } = (await sdk.productProjections().get({ queryArgs }).execute()).body;
  t.strictSame(
    Object.fromEntries(results.map(({ id, reviewRatingStatistics }) => [id, reviewRatingStatistics!.count])),
    counts,
  );
  const lists = all['shopping-list'] as readonly (ExportedResource & { readonly lineItems: readonly object[] })[];
  t.ok(lists.every(({ customer, lineItems }) => customer !== undefined && lineItems.length > 0));
});

interface Data {
  readonly categories: readonly { readonly id: string }[];
  readonly categoryOrderHints: Readonly<Record<string, string>>;
  readonly masterVariant: { readonly images: readonly { readonly url: string }[] };
}
const products = first.all.product!.map(({ id, key, masterData }) => ({
  id,
  key: String(key),
  data: (masterData as { current: Data }).current,
}));
type Row = ExportedResource & { key: string; name: { en: string }; slug: object; parent?: { id: string } };
const categories = first.all.category as readonly Row[];

/** Returns the lines of the tree: indentation by level, order hint and slugs, and for a leaf the number of products. */
const treeBelow = (parent: string | undefined, indent = ''): string[] =>
  categories
    .filter(each => each.parent?.id === parent)
    .sort((one, other) => (String(one.orderHint) < String(other.orderHint) ? -1 : 1))
    .flatMap(({ id, orderHint, slug }) => {
      const below = treeBelow(id, `${indent}  `);
      const count = products.filter(({ data }) => data.categories.some(each => each.id === id)).length;
      return [`${indent}${String(orderHint)} ${Object.values(slug).join(' ')}${count ? ` ${count}` : ''}`, ...below];
    });

test('arranges all products in the leaves of a tree of categories', t => {
  t.strictSame(treeBelow(undefined), [
    '0.1 clothing bekleidung',
    '  0.1 outerwear jacken-und-regenkleidung',
    '    0.1 rain-and-wind regen-und-wind 3',
    '    0.2 warm-jackets warme-jacken 1',
    '  0.2 trousers-and-shirts hosen-und-hemden',
    '    0.1 trousers hosen 2',
    '    0.2 shirts hemden 1',
    '  0.3 accessories accessoires',
    '    0.1 hats-and-gloves muetzen-und-handschuhe 1',
    '    0.2 socks socken 2',
    '0.2 footwear schuhe',
    '  0.1 outdoor-footwear schuhe-fuer-draussen',
    '    0.1 boots stiefel 1',
    '    0.2 light-shoes leichte-schuhe 2',
    '  0.2 indoor-footwear schuhe-fuer-drinnen',
    '    0.1 hut-and-climbing-hall huette-und-kletterhalle 1',
    '0.3 equipment ausruestung',
    '  0.1 packs-and-bags rucksaecke-und-taschen',
    '    0.1 backpacks rucksaecke 2',
    '    0.2 travel-bags reisetaschen 1',
    '  0.2 camping camping',
    '    0.1 tents zelte 2',
    '    0.2 sleep-and-light schlafen-und-licht 2',
    '    0.3 camp-kitchen campingkueche 1',
    '  0.3 on-the-way unterwegs',
    '    0.1 climbing klettern 2',
    '    0.2 hiking-aids wanderhilfen 2',
    '0.4 provisions proviant',
    '  0.1 food essen',
    '    0.1 snacks fuer-zwischendurch 2',
    '    0.2 meals mahlzeiten 1',
    '  0.2 drinks getraenke',
    '    0.1 tea tee 1',
  ]);
  const parents = new Set(categories.map(({ parent }) => parent?.id));
  const leaves = new Set(categories.flatMap(({ id }) => (parents.has(id) ? [] : [id])));
  t.strictSame(
    products.filter(({ data }) => data.categories.length !== 1 || !leaves.has(data.categories[0]!.id)),
    [],
  );
  const hints = products.map(({ data }) => Object.entries(data.categoryOrderHints).flat().join(' '));
  t.equal(new Set(hints).size, products.length, 'no two products have the same place');
  t.strictSame(
    products.filter(({ data }) => Object.keys(data.categoryOrderHints)[0] !== data.categories[0]!.id),
    [],
  );
  t.end();
});

test('draws the pictures of products without another server', t => {
  const urls = products.map(({ data }) => data.masterVariant.images.map(({ url }) => url.slice(0, 19)).join());
  t.strictSame([...new Set(urls)], ['data:image/svg+xml,']);
  t.end();
});

test('sells in the outlet only products of its selection', t => {
  const { all } = first;
  type Selection = Row & { mode: string; productCount: number };
  const selections = (all['product-selection'] as readonly Selection[]).map(({ id, key, mode, productCount }) => ({
    id,
    row: [key, mode, productCount].join(' '),
  }));
  t.strictSame(selections.map(({ row }) => row).sort(), ['outlet Individual 10', 'parcels IndividualExclusion 2']);
  const outlet = { typeId: 'product-selection', id: selections.find(({ row }) => row.startsWith('outlet'))!.id };
  t.strictSame(Object.fromEntries(all.store!.map(({ key, productSelections }) => [key, productSelections])), {
    main: [],
    outlet: [{ productSelection: outlet, active: true }],
  });
  type Assignment = { product: { id: string }; productSelection: { id: string } };
  const offered = (all['product-selection-assignment'] as unknown as Assignment[]).flatMap(
    ({ product, productSelection: { id } }) => (id === outlet.id ? [product.id] : []),
  );
  type Sold = { store?: { key: string }; lineItems: { productId: string }[] };
  const sold = ([...all.cart!, ...all.order!] as unknown as Sold[])
    .filter(({ store }) => store?.key === 'outlet')
    .flatMap(({ lineItems }) => lineItems.map(({ productId }) => productId));
  t.ok(sold.length > 0);
  t.strictSame(
    sold.filter(id => !offered.includes(id)),
    [],
  );
  t.end();
});

const keysOf = (all: typeof first.all): unknown =>
  Object.fromEntries(
    Object.entries(all)
      .filter(([typeId]) => typeId !== 'message')
      .map(([typeId, resources]) => [
        typeId,
        resources.map(({ key, orderNumber, email }) => JSON.stringify([key, orderNumber, email])).sort(),
      ]),
  );

test('is created over HTTP by the same program, with the times of the server', async t => {
  const credentials = await quayside.project();
  const { projectKey, clientId, clientSecret } = credentials;
  const program = packageFile('dist/examples/sample-shop/main.js').pathname;
  const options = Object.entries({ address: quayside.address, project: projectKey, orders, 'seed-number': 7 });
  const { stdout } = await promisify(execFile)(
    ...boundCommand(process.execPath, [
      program,
      '--client-id',
      clientId,
      ...options.flatMap(([name, value]) => [`--${name}`, String(value)]),
    ]),
    { env: { ...process.env, CLIENT_SECRET: clientSecret } },
  );
  t.equal(
    stdout,
    'The shop has 30 products, 11 customers, 12 activeCarts, 12 quotes, 12 reviews, 4 shoppingLists, 51 orders.\n',
  );
  t.strictSame(keysOf(await exportProject(quayside, credentials)), keysOf(first.all));
  matchWhole(t, await verifyStoredData(services, projectKey), { isEqual: true, counts: {}, differences: [] });
});

test('dates everything within the two years before the end', t => {
  const times = Object.values(first.all)
    .flat()
    // Assignments of product selections show no times.
    .filter(({ builtIn, createdAt }) => builtIn !== true && createdAt !== undefined)
    .flatMap(({ createdAt, lastModifiedAt }) => [Date.parse(String(createdAt)), Date.parse(String(lastModifiedAt))]);
  t.ok(Math.min(...times) >= untilMs - 760 * dayMs);
  t.ok(Math.max(...times) <= untilMs);
  t.end();
});

test('answers the SDK about every order and every customer', async t => {
  const { sdk, all } = first;
  const readOrders = all.order!.map(({ orderNumber }) =>
    sdk
      .orders()
      .withOrderNumber({ orderNumber: String(orderNumber) })
      .get()
      .execute(),
  );
  t.strictSame(
    (await Promise.all(readOrders)).map(({ body }) => body),
    all.order,
  );
  const readCustomers = all.customer!.map(({ id: ID }) => sdk.customers().withId({ ID }).get().execute());
  t.strictSame(
    (await Promise.all(readCustomers)).map(({ body }) => body),
    all.customer,
  );
});

const totalWhere = async (typeId: 'orders' | 'customers' | 'payments', where: string): Promise<number | undefined> =>
  (
    await first.sdk[typeId]()
      .get({ queryArgs: { where, limit: 1, withTotal: true } })
      .execute()
  ).body.total;

test('finds orders and customers by predicates', async t => {
  const { order: allOrders, customer: customers } = first.all;
  const countOf = (resources: typeof allOrders, isMatch: (resource: ExportedResource) => boolean): number =>
    resources!.filter(isMatch).length;
  t.equal(
    await totalWhere('orders', 'orderState="Complete" and returnInfo is not empty'),
    countOf(
      allOrders,
      ({ orderState, returnInfo }) => orderState === 'Complete' && (returnInfo as unknown[]).length > 0,
    ),
  );
  const hikers = countOf(
    customers,
    ({ custom }) => (custom as { fields: { activity: string } }).fields.activity === 'hiking',
  );
  t.ok(hikers > 0);
  t.equal(await totalWhere('customers', 'custom(fields(activity="hiking"))'), hikers);
  t.equal(
    await totalWhere('payments', 'transactions(type="Refund")'),
    countOf(first.all.payment, payment => JSON.stringify(payment.transactions).includes('Refund')),
  );
});

test('lets the first customers sign in', async t => {
  const byNumber = new Map(first.all.customer!.map(customer => [customer.customerNumber, customer]));
  const { email, id } = byNumber.get('K-10001')!;
  const { body } = await first.sdk
    .login()
    .post({ body: { email: String(email), password: 'Wanderlust-2024' } })
    .execute();
  t.equal(body.customer.id, id);
});

test('refuses a project that has a shop already, and an unknown project', async t => {
  const { projectKey } = first;
  await t.rejects(createSampleShop(services, { projectKey, seed: 7, untilMs, orders }), {
    message:
      `The project '${projectKey}' already has resources of the type type (4). A shop needs a project without any: ` +
      'quayside project create KEY makes one, and so does the administration console.',
  });
  t.strictSame(countsOf(await exportProject(quayside, first.credentials)), countsOf(first.all));
  await t.rejects(createSampleShop(services, { projectKey: 'no-such-project', seed: 7, untilMs, orders }), {
    message: "The project 'no-such-project' was not found.",
  });
});

test('takes fifteen percent off products for camping, and describes the products of the outlet', async t => {
  const camping = new Set(
    categories.filter(({ key }) => ['tents', 'sleep-and-light', 'camp-kitchen'].includes(key)).map(({ id }) => id),
  );
  const http = quayside.http.as(await quayside.token(first.credentials));
  const path = `/${first.projectKey}/in-store/key=outlet/product-projections?limit=100`;
  const { results } = (await http.send('GET', path)).json as {
    results: { categories: { id: string }[]; description: object; masterVariant: { prices: object[] } }[];
  };
  t.ok(results.length > 0);
  for (const { description } of results)
    t.strictSame(description, { en: 'With small flaws, checked by hand', de: 'Mit kleinen Fehlern, von Hand geprüft' });
  const all = (await http.send('GET', `/${first.projectKey}/product-projections?limit=100`)).json as {
    results: { categories: { id: string }[]; masterVariant: { prices: { discounted?: object }[] } }[];
  };
  const priced = all.results.filter(({ masterVariant }) => masterVariant.prices.length > 0);
  const isDiscounted = ({ masterVariant }: (typeof priced)[number]) =>
    masterVariant.prices[0]!.discounted !== undefined;
  const isCamping = (each: (typeof priced)[number]) => each.categories.some(({ id }) => camping.has(id));
  t.strictSame(priced.filter(isDiscounted), priced.filter(isCamping));
  t.ok(priced.some(isCamping));
});
