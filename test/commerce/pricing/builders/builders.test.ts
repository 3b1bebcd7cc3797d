/**
 * Sends the predicates that builders of SDKs render (predicates.tsv), and compares what each matches in one shop: the
 * cart, its line items by SKU, its custom line item, and the prices of products by SKU.
 */
import type { Cart } from '@commercetools/platform-sdk';
import { readFileSync } from 'node:fs';
import { startShop } from '../../../support/cartShop.js';
import {
  attributeDraft,
  cartDiscountDraft,
  categoryDraft,
  fieldDefinition,
  money,
  productDiscountDraft,
  productDraft,
  productTypeDraft,
  referenceTo,
} from '../../../support/drafts.js';
import type { Resource } from '../../../support/resourceApi.js';
import { test } from '../../../support/tap.js';

const shop = await startShop();
const { createIn, http, base, resourcesAt } = shop;

const category = (key: string, parent?: Resource) =>
  createIn('categories', categoryDraft({ key, ...(parent && { parent: referenceTo('category', parent) }) }));
const root = await category('root');
const leaf = await category('leaf', root);
const other = await category('other');
const group = await createIn('customer-groups', { key: 'vip', groupName: 'vip' });

const keyed = (...keys: readonly string[]) => keys.map(key => ({ key, label: key.toUpperCase() }));
const categoryType = { name: 'reference', referenceTypeId: 'category' };
const productType = await createIn(
  'product-types',
  productTypeDraft(
    [
      attributeDraft('color'),
      attributeDraft('Color'),
      attributeDraft('size', { name: 'enum', values: keyed('m', 'xl') }),
      attributeDraft('size-att'),
      attributeDraft('4size'),
      attributeDraft('colors', {
        name: 'set',
        elementType: { name: 'enum', values: keyed('black', 'white', 'blue') },
      }),
      attributeDraft('grade', { name: 'lenum', values: [{ key: 'a', label: { en: 'A' } }] }),
      attributeDraft('label', { name: 'ltext' }),
      attributeDraft('twin', categoryType),
      attributeDraft('available', { name: 'boolean' }),
      attributeDraft('rating', { name: 'number' }),
      attributeDraft('cost', { name: 'money' }),
    ],
    { key: 'clothes' },
  ),
);

const product = (key: string, changes: object, masterVariant: object): Promise<Resource> =>
  createIn(
    'products',
    productDraft({ id: productType.id }, {
      key,
      taxCategory: referenceTo('tax-category', shop.taxCategory),
      publish: true,
      masterVariant: { sku: key, ...masterVariant },
      ...changes,
    } as never),
  );
const shirt = await product(
  'shirt',
  { categories: [referenceTo('category', leaf)] },
  {
    key: 'blue_shirt',
    prices: [{ value: money(1_050) }],
    attributes: Object.entries({
      color: 'green',
      Color: 'Green',
      size: 'xl',
      'size-att': 'L',
      '4size': 'L',
      colors: ['black', 'white', 'blue'],
      grade: 'a',
      label: { en: 'Soft' },
      twin: referenceTo('category', root),
      available: true,
      rating: 4.5,
      cost: money(1_800),
    }).map(([name, value]) => ({ name, value })),
  },
);
const shoe = await product(
  'shoe',
  { categories: [referenceTo('category', leaf), referenceTo('category', other)] },
  { prices: [{ value: money(2_000), customerGroup: referenceTo('customer-group', group) }] },
);

const createFields = (key: string, resourceTypeIds: readonly string[], fields: Readonly<Record<string, object>>) =>
  createIn('types', {
    key,
    name: { en: key },
    resourceTypeIds,
    fieldDefinitions: Object.entries(fields).map(([name, type]) => fieldDefinition(name, type)),
  });
const category$ = { name: 'Reference', referenceTypeId: 'category' };
const set = (elementType: object) => ({ name: 'Set', elementType });
const booking = await createFields('booking', ['order'], {
  bookingStart: { name: 'Date' },
  bookingEnd: { name: 'Date' },
  bookedAt: { name: 'DateTime' },
  bookedFrom: { name: 'Time' },
  tags: set({ name: 'String' }),
  'place-of': category$,
  places: set(category$),
});
const guest = await createFields('guest', ['line-item'], { age: { name: 'String' } });
const branded = await createFields('branded', ['custom-line-item'], {
  ...Object.fromEntries(['brand', 'item-brand', '4brand'].map(name => [name, { name: 'String' }])),
  price: { name: 'Money' },
  'reference-field': category$,
});
const custom = (type: Resource, fields: object) => ({ type: referenceTo('type', type), fields });

const customer = (
  await createIn('customers', {
    key: 'john',
    email: 'john@example.com',
    firstName: 'John',
    password: 'secret-123',
    customerGroup: referenceTo('customer-group', group),
  })
).customer as Resource;
const method = (name: string, predicate?: string) => shop.method({ name, ...(predicate && { predicate }) });
const baseMethod = await method('Base');

const cartDraft = {
  country: 'DE',
  customerId: customer.id,
  shippingAddress: { country: 'DE' },
  shippingMethod: referenceTo('shipping-method', baseMethod),
  custom: custom(booking, {
    bookingStart: '2019-09-11',
    bookingEnd: '2019-10-11',
    bookedAt: '2019-09-11T13:00:00.000Z',
    bookedFrom: '13:22:12.123',
    tags: ['a', 'b'],
    'place-of': referenceTo('category', root),
    places: [referenceTo('category', root)],
  }),
  lineItems: [
    { sku: 'shirt', quantity: 2, custom: custom(guest, { age: 'adult' }) },
    { sku: 'shoe', quantity: 1, custom: custom(guest, { age: 'youth' }) },
  ],
  customLineItems: [
    {
      name: { en: 'Superstar' },
      slug: 'adidas-superstar-2',
      money: money(1_500),
      taxCategory: referenceTo('tax-category', shop.taxCategory),
      custom: custom(branded, {
        brand: 'adidas',
        'item-brand': 'adidas',
        '4brand': 'adidas',
        price: money(1_800),
        'reference-field': referenceTo('category', root),
      }),
    },
  ],
};

const ids: Readonly<Record<string, string>> = {
  root: root.id,
  leaf: leaf.id,
  other: other.id,
  shirt: shirt.id,
  shoe: shoe.id,
  group: group.id,
  customer: customer.id,
  productType: productType.id,
  type: booking.id,
  taxCategory: shop.taxCategory.id,
};

/** Returns the rows of a target, with the names of the matches and the predicate. */
const rowsOf = (target: string) =>
  readFileSync('test/commerce/pricing/builders/predicates.tsv', 'utf8')
    .trim()
    .split('\n')
    .map(line => line.split('\t'))
    .filter(row => row[1] === target)
    .map(([, , matches, text]) => ({ matches, predicate: text!.replace(/\{(\w+)\}/g, (_, name) => ids[name]!) }));

test('a shipping method with a predicate of a builder is offered for the cart that it matches', async t => {
  const rows = rowsOf('cart');
  await Promise.all(rows.map(({ predicate }, at) => method(String(at), predicate)));
  const cart = await shop.create(cartDraft);
  const { json } = await http.send('GET', `${base}/shipping-methods/matching-cart?cartId=${cart.id}`);
  const { results } = json as { results: readonly { readonly name: string }[] };
  const names = new Set(results.map(({ name }) => name));
  t.same(
    rows.map(({ predicate }, at) => [names.has(String(at)) ? 'yes' : 'no', predicate]),
    rows.map(({ predicate, matches }) => [matches, predicate]),
  );
});

const oneCent = { type: 'absolute', money: [money(1)], applicationMode: 'IndividualApplication' };

/** Creates, for each row, a discount of one cent on each item that the row matches. */
const discountsOf = (type: string): Promise<Resource[]> =>
  Promise.all(
    rowsOf(type).map(({ predicate }) =>
      createIn('cart-discounts', cartDiscountDraft({ target: { type, predicate }, value: oneCent })),
    ),
  );

/** The discounts that changed the price of an item. */
const includedIn = ({ discountedPricePerQuantity }: Cart['lineItems'][number] | Cart['customLineItems'][number]) =>
  new Set(
    discountedPricePerQuantity.flatMap(({ discountedPrice }) =>
      discountedPrice.includedDiscounts.map(({ discount }) => discount.id),
    ),
  );

test('a discount with a predicate of a builder changes the items of a cart that it matches', async t => {
  const [ofLines, ofCustom] = [await discountsOf('lineItems'), await discountsOf('customLineItems')];
  const { lineItems, customLineItems } = await shop.create(cartDraft);
  const bySku = lineItems.map(item => [item.variant.sku, includedIn(item)] as const);
  const skusOf = ({ id }: Resource) =>
    bySku.flatMap(([sku, included]) => (included.has(id) ? [sku] : [])).join(' ') || '-';
  const lines = rowsOf('lineItems');
  t.same(
    lines.map(({ predicate }, at) => [skusOf(ofLines[at]!), predicate]),
    lines.map(({ predicate, matches }) => [matches, predicate]),
  );
  const included = includedIn(customLineItems[0]!);
  const customRows = rowsOf('customLineItems');
  t.same(
    customRows.map(({ predicate }, at) => [included.has(ofCustom[at]!.id) ? 'yes' : 'no', predicate]),
    customRows.map(({ predicate, matches }) => [matches, predicate]),
  );
});

test('a product discount with a predicate of a builder changes the prices that it matches', async t => {
  const shown = async (): Promise<string> => {
    const { json } = await http.send('GET', `${base}/product-projections?sort=key`);
    const { results } = json as {
      results: readonly { key: string; masterVariant: { prices: readonly [{ discounted?: object }] } }[];
    };
    const discounted = results.filter(({ masterVariant: { prices } }) => prices[0].discounted !== undefined);
    return discounted.map(({ key }) => key).join(' ') || '-';
  };
  const discounts = resourcesAt('product-discounts');
  for (const { predicate, matches } of rowsOf('product')) {
    const made = await discounts.create(productDiscountDraft({ predicate }));
    t.equal(await shown(), matches, predicate);
    await discounts.remove(made);
  }
});

test('a predicate about catalogs, which do not exist here, is refused when it is stored', async t => {
  const target = { type: 'lineItems', predicate: 'catalog.id = "45224437-12bd-4742-830c-3a36b52541d3"' };
  const { status, json } = await http.send('POST', `${base}/cart-discounts`, { body: cartDiscountDraft({ target }) });
  t.equal(status, 400);
  t.match(json, { errors: [{ code: 'InvalidField', field: 'target.predicate', invalidValue: 'catalog' }] });
});
