/** A small catalogue with a value for every field that filters, facets and sort keys of SDKs name. */
import { newSortOrder, referenceTo } from '../../support/drafts.js';
import type { startProductSearch } from '../../support/search/startProductSearch.js';

const label = (de: string, en: string) => ({ de, en });
const enumType = {
  name: 'enum',
  values: [
    { key: 'it', label: 'Italy' },
    { key: 'fr', label: 'France' },
  ],
};
const lenumType = {
  name: 'lenum',
  values: [
    { key: 'R', label: label('rot', 'red') },
    { key: 'G', label: label('grün', 'green') },
  ],
};
const referenceType = { name: 'reference', referenceTypeId: 'category' };
const elementTypes = {
  colour: { name: 'text' },
  material: { name: 'ltext' },
  handmade: { name: 'boolean' },
  length: { name: 'number' },
  expires: { name: 'date' },
  delivery: { name: 'time' },
  made: { name: 'datetime' },
  origin: enumType,
  shade: lenumType,
  fee: { name: 'money' },
  related: referenceType,
};
/** One attribute of each type, and one with several values whose name ends with `-set`. */
const attributes = Object.entries(elementTypes).flatMap(([name, type]) => [
  { name, type, label: label(name, name), isRequired: false },
  { name: `${name}-set`, type: { name: 'set', elementType: type }, label: label(name, name), isRequired: false },
]);

const values = (given: object) => Object.entries(given).map(([name, value]) => ({ name, value }));
const money = (centAmount: number, currencyCode = 'EUR') => ({ currencyCode, centAmount });
const price = (centAmount: number, rest: object = {}, currencyCode = 'EUR') => ({
  value: money(centAmount, currencyCode),
  ...rest,
});

type Api = Awaited<ReturnType<typeof startProductSearch>>;
type Identified = Readonly<Record<string, { readonly id: string }>>;

const createSurroundings = async ({ createIn }: Api) => {
  const category = (name: string, parent?: { readonly id: string }) =>
    createIn('categories', {
      name: { en: name },
      slug: { en: name },
      ...(parent !== undefined && { parent: referenceTo('category', parent) }),
    });
  const channel = (key: string, role: string) => createIn('channels', { key, roles: [role] });
  const furniture = await category('furniture');
  const chairs = await category('chairs', furniture);
  const tax = await createIn('tax-categories', {
    name: 'tax',
    rates: [{ name: 'VAT', amount: 0.2, includedInPrice: true, country: 'DE' }],
  });
  return {
    furniture,
    chairs,
    stools: await category('stools', chairs),
    north: await channel('north', 'InventorySupply'),
    south: await channel('south', 'InventorySupply'),
    shop: await channel('shop', 'ProductDistribution'),
    wholesale: await createIn('customer-groups', { groupName: 'Wholesale' }),
    tax,
    state: await createIn('states', { key: 'checked', type: 'ProductState' }),
    type: await createIn('product-types', { name: 'rendered', description: 'all types', attributes }),
  };
};

const chairDraft = ({ chairs, shop, wholesale, tax, state, type }: Identified) => ({
  productType: referenceTo('product-type', type!),
  key: 'chair',
  name: { en: 'Oak chair', de: 'Stuhl' },
  description: { en: 'A seat for one' },
  slug: { en: 'chair', 'de-AT': 'sessel' },
  metaTitle: { en: 'Chairs' },
  categories: [referenceTo('category', chairs!)],
  categoryOrderHints: { [chairs!.id]: '0.2' },
  taxCategory: referenceTo('tax-category', tax!),
  state: referenceTo('state', state!),
  masterVariant: {
    sku: 'CHAIR-1',
    key: 'chair-1',
    prices: [
      price(4_900),
      price(4_500, { country: 'DE' }),
      price(3_900, { customerGroup: referenceTo('customer-group', wholesale!) }),
      price(4_400, { channel: referenceTo('channel', shop!) }),
      price(5_900, { country: 'US', validFrom: '2020-01-01T00:00:00.000Z' }, 'USD'),
    ],
    attributes: values({
      colour: 'red',
      material: { en: 'oak', de: 'Eiche' },
      handmade: true,
      length: 40,
      expires: '2022-03-21',
      delivery: '12:34:32.000',
      made: '2015-06-04T12:27:55.344Z',
      origin: 'it',
      shade: 'R',
      fee: money(1_000),
      related: referenceTo('category', chairs!),
      'colour-set': ['foo', 'bar'],
      'material-set': [{ en: 'foo' }, { en: 'bar' }],
      'handmade-set': [true, false],
      'length-set': [5, 10],
      'expires-set': ['2001-09-11', '2002-10-12'],
      'delivery-set': ['22:05:09.203', '23:06:10.204'],
      'made-set': ['2001-09-11T22:05:09.203Z', '2002-10-12T23:06:10.204Z'],
      'origin-set': ['it', 'fr'],
      'shade-set': ['R', 'G'],
      'fee-set': [money(50_000), money(100_000, 'USD')],
      'related-set': [referenceTo('category', chairs!)],
    }),
  },
  variants: [{ sku: 'CHAIR-2', prices: [price(9_900)], attributes: values({ colour: 'green', length: 44.5 }) }],
});

const tableDraft = ({ furniture, chairs, type }: Identified) => ({
  productType: referenceTo('product-type', type!),
  key: 'table',
  name: { en: 'Table' },
  slug: { en: 'table' },
  categories: [referenceTo('category', furniture!), referenceTo('category', chairs!)],
  categoryOrderHints: { [chairs!.id]: '0.1' },
  masterVariant: {
    sku: 'TABLE-1',
    key: 'table-1',
    prices: [price(2_500), price(3_000, { country: 'DE' })],
    attributes: values({ colour: 'red', length: 120, origin: 'fr', shade: 'G', handmade: false }),
  },
});

const stoolDraft = ({ stools, type }: Identified) => ({
  productType: referenceTo('product-type', type!),
  name: { en: 'Stool' },
  slug: { en: 'stool' },
  categories: [referenceTo('category', stools!)],
  searchKeywords: { en: [{ text: 'round' }] },
  masterVariant: { sku: '1001', prices: [price(1_500)], attributes: values({ colour: 'blue "sky"', length: -2 }) },
});

/** Creates four published products: chair (two variants), table, stool (without a key) and lamp (with few values). */
export const createExpressionCatalogue = async (api: Api): Promise<Identified> => {
  const { createIn } = api;
  const surroundings = await createSurroundings(api);
  const product = (draft: object) => createIn('products', { publish: true, ...draft });
  const lamp = { key: 'lamp', name: { en: 'Lamp' }, slug: { en: 'lamp' }, masterVariant: {} };
  const products = {
    chair: await product(chairDraft(surroundings)),
    table: await product(tableDraft(surroundings)),
    stool: await product(stoolDraft(surroundings)),
    lamp: await product({ productType: referenceTo('product-type', surroundings.type), ...lamp }),
  };
  const discount = await createIn('product-discounts', {
    name: { en: 'Sale' },
    value: { type: 'relative', permyriad: 1_000 },
    predicate: 'sku = "TABLE-1"',
    sortOrder: newSortOrder(),
    isActive: true,
  });
  const stock = (sku: string, quantityOnStock: number, rest: object = {}, channel?: { readonly id: string }) =>
    createIn('inventory', {
      sku,
      quantityOnStock,
      ...rest,
      ...(channel !== undefined && { supplyChannel: referenceTo('channel', channel) }),
    });
  await stock('CHAIR-1', 5, { restockableInDays: 10 });
  await stock('CHAIR-1', 3, { restockableInDays: 4 }, surroundings.north);
  await stock('CHAIR-1', 0, { restockableInDays: 9 }, surroundings.south);
  await stock('TABLE-1', 10, { restockableInDays: 9 }, surroundings.north);
  await stock('1001', 0);
  for (const [target, rating] of [
    [products.chair, 80],
    [products.chair, 60],
    [products.table, 40],
  ] as const)
    await createIn('reviews', { rating, target: referenceTo('product', target) });
  return { ...surroundings, ...products, discount };
};
