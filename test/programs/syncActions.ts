/** One update with the actions that `sync-actions` derives changes the stored resource to the wanted one. */
import { cartDiscountDraft, money, newKey, productDraft, productTypeDraft } from '../support/drafts.js';
import { type Resource, startProject } from '../support/resourceApi.js';
import { test } from '../support/tap.js';
import { load } from './support/packages.js';

interface Sync {
  buildActions(wanted: object, stored: object, options?: object): readonly { readonly action: string }[];
}

const createSync = load<Readonly<Record<string, () => Sync>>>('@commercetools/sync-actions');
const { createIn, resourcesAt, http, base } = await startProject();

const en = (text: string) => ({ en: text });
const productType = await createIn('product-types', productTypeDraft([], { key: newKey('type') }));

interface Row {
  readonly sync: string;
  readonly path: string;
  readonly draft: object;
  /** Returns the members of the stored resource that should get other values. */
  readonly wanted: (stored: Resource) => object;
  /** The path at which the stored resource is read, with `{id}`, if it differs from the usual one. */
  readonly readAt?: string;
}

const rows: readonly Row[] = [
  {
    sync: 'createSyncChannels',
    path: 'channels',
    draft: { key: newKey('channel'), name: en('Shop') },
    wanted: () => ({ name: en('Store'), description: en('In town'), roles: ['ProductDistribution'] }),
  },
  {
    sync: 'createSyncStates',
    path: 'states',
    draft: { key: newKey('state'), type: 'OrderState', name: en('New') },
    wanted: () => ({ name: en('Old'), description: en('Done'), initial: false }),
  },
  {
    sync: 'createSyncTypes',
    path: 'types',
    draft: { key: newKey('type'), name: en('Type'), resourceTypeIds: ['order'], fieldDefinitions: [] },
    wanted: () => ({
      name: en('Other'),
      fieldDefinitions: [
        { name: 'note', label: en('Note'), required: false, type: { name: 'String' }, inputHint: 'SingleLine' },
      ],
    }),
  },
  {
    sync: 'createSyncZones',
    path: 'zones',
    draft: { key: newKey('zone'), name: 'Here', locations: [{ country: 'DE' }] },
    wanted: () => ({ name: 'There', description: 'Far', locations: [{ country: 'FR' }] }),
  },
  {
    sync: 'createSyncTaxCategories',
    path: 'tax-categories',
    draft: { key: newKey('tax'), name: 'Food', rates: [] },
    // Each comparison would remove and add a wanted rate that lacks the id from the server.
    wanted: () => ({ name: 'Drinks', description: 'Cold' }),
  },
  {
    sync: 'createSyncCustomers',
    path: 'customers',
    draft: { email: `${newKey('c')}@example.com`, password: 'secret-1', firstName: 'Ana' },
    wanted: () => ({ firstName: 'Eva', lastName: 'Maas', companyName: 'Maas', locale: 'de', vatId: 'DE1' }),
  },
  {
    sync: 'createSyncInventories',
    path: 'inventory',
    draft: { sku: newKey('sku'), quantityOnStock: 3 },
    wanted: () => ({ quantityOnStock: 8, restockableInDays: 2, expectedDelivery: '2027-01-01T00:00:00.000Z' }),
  },
  {
    sync: 'createSyncCartDiscounts',
    path: 'cart-discounts',
    draft: cartDiscountDraft({ sortOrder: '0.25' }),
    wanted: () => ({
      name: en('Other'),
      isActive: false,
      sortOrder: '0.26',
      value: { type: 'relative', permyriad: 5 },
    }),
  },
  {
    sync: 'createSyncCustomerGroup',
    path: 'customer-groups',
    draft: { groupName: newKey('group') },
    wanted: ({ id }) => ({ name: `name-${id}`, key: `key-${id}` }),
  },
  {
    sync: 'createSyncStores',
    path: 'stores',
    draft: { key: newKey('store'), name: en('Store') },
    wanted: () => ({ name: en('Shop'), languages: ['de'] }),
  },
  {
    sync: 'createSyncProductTypes',
    path: 'product-types',
    draft: productTypeDraft([], { key: newKey('type') }),
    wanted: () => ({
      name: 'Other',
      description: 'Other',
      attributes: [
        {
          name: 'colour',
          label: en('Colour'),
          type: { name: 'text' },
          isRequired: false,
          isSearchable: true,
          attributeConstraint: 'None',
          inputHint: 'SingleLine',
        },
      ],
    }),
  },
  {
    sync: 'createSyncCategories',
    path: 'categories',
    draft: { name: en('Coats'), slug: en(newKey('slug')), key: newKey('category') },
    wanted: () => ({
      name: en('Jackets'),
      slug: en(newKey('slug')),
      description: en('Warm'),
      metaTitle: en('Jackets'),
      externalId: newKey('external'),
      orderHint: '0.5',
    }),
  },
  {
    sync: 'createSyncProductSelections',
    path: 'product-selections',
    draft: { name: en('Spring'), key: newKey('selection') },
    wanted: () => ({ name: en('Summer'), key: newKey('selection') }),
  },
  {
    sync: 'createSyncAttributeGroups',
    path: 'attribute-groups',
    draft: { name: en('Sizes'), key: newKey('group'), attributes: [{ key: 'length' }] },
    wanted: () => ({ name: en('Measures'), description: en('All'), attributes: [{ key: 'length' }, { key: 'width' }] }),
  },
  {
    sync: 'createSyncProducts',
    path: 'products',
    readAt: 'product-projections/{id}?staged=true',
    draft: productDraft(
      { id: productType.id },
      {
        key: newKey('product'),
        masterVariant: { sku: newKey('sku'), prices: [{ value: money(1000) }] },
        variants: [{ sku: newKey('sku') }, { sku: newKey('sku') }],
      },
    ),
    wanted: ({ masterVariant, variants }) => ({
      name: en('Changed'),
      slug: en(newKey('slug')),
      description: en('Warm'),
      metaTitle: en('Jacket'),
      masterVariant: {
        ...(masterVariant as object),
        sku: newKey('sku'),
        prices: [{ ...(masterVariant as { prices: object[] }).prices[0], value: money(1200) }],
        images: [{ url: 'https://example.com/a.png', dimensions: { w: 1, h: 1 }, label: 'front' }],
      },
      variants: [(variants as object[])[1]!],
    }),
  },
];

for (const { sync, path, draft, wanted, readAt = `${path}/{id}` } of rows)
  test(`the actions of ${sync} lead to the wanted resource at ${path}`, async t => {
    const created = await createIn<Resource>(path, draft);
    // The creation of a customer returns more than the resource.
    const { id } = (created.customer as Resource | undefined) ?? created;
    const read = async () => (await http.send('GET', `${base}/${readAt.replace('{id}', id)}`)).json as Resource;
    const stored = await read();
    const goal = { ...stored, ...wanted(stored) };
    const actionsFrom = (from: Resource) => createSync[sync]!().buildActions(goal, from);
    const actions = actionsFrom(stored);
    t.not(actions.length, 0);
    await resourcesAt(path).update(stored, ...actions);
    t.same(actionsFrom(await read()), []);
  });
