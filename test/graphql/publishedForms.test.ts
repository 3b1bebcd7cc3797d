/**
 * Actions, inputs and fields in the form that clients of the hosted schema know: each is called once over GraphQL, and
 * compared with what HTTP shows.
 */
import { test } from '../support/tap.js';
import { createSample } from '../support/createSample.js';
import {
  attributeDraft,
  createType,
  fieldDefinition,
  money,
  newKey,
  productTypeDraft,
  referenceTo,
} from '../support/drafts.js';
import { createGraphqlClient } from '../support/graphql.js';
import { matchWhole } from '../support/matchWhole.js';
import { changeProject, type Resource } from '../support/resourceApi.js';
import { startForms } from './startForms.js';

const forms = await startForms();
const { quayside, credentials, projectKey, http, base, createIn, soldProduct, product, merchant, read, update } = forms;
const texts = (en: string) => [{ locale: 'en', value: en }];

const attributes = ['one', 'two'].map(name => attributeDraft(name));

test('changes products and product types by actions that HTTP has in another form', async t => {
  const sold = await product([{ value: money(100) }, { value: money(90), country: 'DE' }], {});
  const change = (resource: Resource, ...actions: object[]) =>
    update({ ask: merchant, name: 'Product', path: 'products', resource, actions });
  const value = (centAmount: number) => ({ centPrecision: money(centAmount) });
  const first = await change(
    sold,
    {
      addExternalImage: {
        sku: sold.sku,
        image: { url: 'https://example.com/a.png', dimensions: { width: 1, height: 1 } },
      },
    },
    { changeImageLabel: { sku: sold.sku, imageUrl: 'https://example.com/a.png', label: 'Front' } },
    { setMetaAttributes: { metaTitle: texts('Title'), metaKeywords: texts('words') } },
    { changePrice: { sku: sold.sku, price: { value: value(95), country: 'DE' } } },
    { changePrice: { variantId: 1, price: { value: value(105) } } },
  );
  matchWhole(t, first, {
    masterData: {
      staged: {
        metaTitle: { en: 'Title' },
        metaDescription: undefined,
        metaKeywords: { en: 'words' },
        masterVariant: {
          images: [{ label: 'Front' }],
          prices: [{ value: { centAmount: 105 } }, { value: { centAmount: 95 }, country: 'DE' }],
        },
      },
    },
  });
  const productType = await createIn('product-types', productTypeDraft(attributes, { key: newKey('type') }));
  const definitions = ['two', 'one'].map(name => ({
    name,
    label: texts(name),
    isRequired: false,
    isSearchable: true,
    type: { text: {} },
  }));
  const actions = [{ changeAttributeOrder: { attributeDefinitions: definitions } }];
  matchWhole(
    t,
    await update({ ask: merchant, name: 'ProductType', path: 'product-types', resource: productType, actions }),
    {
      attributes: [{ name: 'two' }, { name: 'one' }],
    },
  );
});

test('a price is changed by its id or by its variant, and both have to fit (ChangeProductPrice)', async t => {
  const sold = await product([{ value: money(100) }]);
  const refusal = async (payload: object) => {
    const actions = [{ changePrice: { price: { value: { centPrecision: money(1) } }, ...payload } }];
    const { errors } = await update({ ask: merchant, name: 'Product', path: 'products', resource: sold, actions });
    return errors?.map(({ extensions, message }) => [extensions.code, message]);
  };
  const { masterData } = (await read('products', sold.id)) as unknown as {
    masterData: { staged: { masterVariant: { prices: { id: string }[] } } };
  };
  t.same(await refusal({}), [
    ['RequiredField', 'A value is required for field priceId: the id of a price, or its variant.'],
  ]);
  t.same(await refusal({ sku: sold.sku, price: { value: { centPrecision: money(1) }, country: 'DE' } }), [
    ['InvalidOperation', 'The variant 1 has no price of that scope and validity.'],
  ]);
  const { id: priceId } = masterData.staged.masterVariant.prices[0]!;
  matchWhole(t, await refusal({ priceId, sku: 'none' }), [['InvalidOperation', String]]);
});

test('changes the settings of a project under their older names', async t => {
  const project = `{ project { version } }`;
  const run = async (...actions: object[]) => {
    const { data } = await merchant(project);
    const { errors } = await merchant(
      `mutation ($version: Long!, $actions: [ProjectSettingsUpdateAction!]!) {
        updateProject(version: $version, actions: $actions) { version }
      }`,
      { version: data.project.version, actions },
    );
    return errors ?? (await http.send('GET', base)).json;
  };
  matchWhole(
    t,
    await run(
      { changeMessagesEnabled: { messagesEnabled: true } },
      { setProductVsCartDiscountCombination: { productVsCartDiscountCombination: 'BestDeal' } },
      { changeProjectSettingsProductSearchIndexingEnabled: { enabled: false } },
    ),
    { messages: { enabled: true, deleteDaysAfterCreation: 15 }, discounts: { discountCombinationMode: 'BestDeal' } },
  );
  const shown = await merchant(`{ project {
    trialUntil
    messages { enabled }
    discounts { discountCombinationMode productVsCartDiscountCombination }
    carts { allowAddingUnpublishedProducts totalPriceDiscountDoesNotReduceExternalTax }
  } }`);
  t.same(shown.data, {
    project: {
      trialUntil: null,
      messages: { enabled: true },
      discounts: { discountCombinationMode: 'BestDeal', productVsCartDiscountCombination: 'BestDeal' },
      carts: { allowAddingUnpublishedProducts: false, totalPriceDiscountDoesNotReduceExternalTax: false },
    },
  });
  await changeProject(quayside, credentials, {
    action: 'setDiscountsConfiguration',
    discountsConfiguration: { discountCombinationMode: 'Stacking' },
  });
});

test('shows what a review and a custom object refer to, and how many codes a cart discount has', async t => {
  const channel = await createIn('channels', { key: newKey('channel') });
  const review = await createIn('reviews', { title: 'Good', target: referenceTo('product', soldProduct) });
  const other = await createIn('reviews', { title: 'Good', target: referenceTo('channel', channel) });
  const value = { items: [{ place: referenceTo('channel', channel) }, { place: { typeId: 'channel', id: newKey() } }] };
  const object = await createIn('custom-objects', { container: 'box', key: newKey(), value });
  const discount = await forms.discountFor({ requiresDiscountCode: true });
  for (const code of [newKey('A'), newKey('B')])
    await createIn('discount-codes', { code, cartDiscounts: [referenceTo('cart-discount', discount)] });
  const kinds = '{ __typename id ... on Product { key } ... on Channel { roles } }';
  const { data, errors } = await merchant(`{
    review(id: "${review.id}") { target ${kinds} targetRef { typeId } }
    other: review(id: "${other.id}") { target ${kinds} }
    customObject(id: "${object.id}") {
      referencedResources(expand: ["value.items[*].place", "value.none"]) { path objs { __typename id } }
    }
    cartDiscount(id: "${discount.id}") { discountCodesTotal referenceRefs { id } }
    limits { customers { maxGroupsPerCustomer { limit } } }
  }`);
  t.equal(errors, undefined);
  t.same(data, {
    review: {
      target: { __typename: 'Product', id: soldProduct.id, key: (await read('products', soldProduct.id)).key },
      targetRef: { typeId: 'product' },
    },
    other: { target: { __typename: 'Channel', id: channel.id, roles: ['InventorySupply'] } },
    customObject: {
      referencedResources: [
        { path: 'value.items[*].place', objs: [{ __typename: 'Channel', id: channel.id }] },
        { path: 'value.none', objs: [] },
      ],
    },
    cartDiscount: { discountCodesTotal: 2, referenceRefs: [] },
    limits: { customers: { maxGroupsPerCustomer: { limit: 500 } } },
  });
  const catalogue = await quayside.token(credentials, `manage_cart_discounts:${projectKey}`);
  const hidden = await createGraphqlClient(
    quayside,
    credentials,
    catalogue,
  )(`{ cartDiscount(id: "${discount.id}") { id discountCodesTotal } }`);
  matchWhole(t, hidden.errors, [{ extensions: { code: 'insufficient_scope' } }]);
});

test('shows nested attributes with their definitions, and the attributes of a type in another order', async t => {
  const inner = await createIn('product-types', productTypeDraft([attributeDraft('size')], { key: newKey('inner') }));
  const nested = { name: 'nested', typeReference: referenceTo('product-type', inner) };
  const outer = await createIn(
    'product-types',
    productTypeDraft([attributeDraft('part', nested), attributeDraft('note')], { key: newKey('outer') }),
  );
  const part = [{ name: 'size', value: 'L' }];
  const made = await createIn('products', {
    productType: referenceTo('product-type', outer),
    name: { en: 'Parts' },
    slug: { en: newKey('parts') },
    masterVariant: {
      attributes: [
        { name: 'part', value: part },
        { name: 'note', value: 'x' },
      ],
    },
  });
  const { data } = await merchant(`{
    product(id: "${made.id}") { masterData { staged { masterVariant {
      attributesRaw { name attributesRaw { name value attributeDefinition { name } } }
    } } } }
    productType(id: "${outer.id}") { attributeDefinitions(sort: ["name asc"]) { results { name } } }
  }`);
  t.same(data.product.masterData.staged.masterVariant.attributesRaw, [
    { name: 'part', attributesRaw: [{ ...part[0], attributeDefinition: { name: 'size' } }] },
    { name: 'note', attributesRaw: null },
  ]);
  t.same(data.productType, { attributeDefinitions: { results: [{ name: 'note' }, { name: 'part' }] } });
});

test('takes drafts in the form of the hosted schema', async t => {
  const create = async (name: string, path: string, draft: object) => {
    const { data, errors } = await merchant(
      `mutation ($draft: ${name === 'importOrder' ? 'ImportOrderDraft' : `${name.replace('create', '')}Draft`}!) {
        made: ${name}(draft: $draft) { id }
      }`,
      { draft },
    );
    return errors ?? read(path, data.made.id as string);
  };
  const relativeCart = { permyriad: 500, applicationMode: 'IndividualApplication' };
  const pattern = {
    triggerPattern: [],
    targetPattern: [{ CountOnLineItemUnits: { predicate: '1=1', minCount: 1 } }],
    selectionMode: 'Cheapest',
  };
  const discount = await create('createCartDiscount', 'cart-discounts', {
    name: texts('Share'),
    cartPredicate: '1=1',
    sortOrder: `0.${Date.now()}1`,
    value: { relativeCart },
    target: { pattern },
  });
  matchWhole(t, discount, { value: { type: 'relative', ...relativeCart } });
  const fixed = await create('createCartDiscount', 'cart-discounts', {
    name: texts('Fixed'),
    cartPredicate: '1=1',
    sortOrder: `0.${Date.now()}2`,
    value: { fixed: { money: [{ currencyCode: 'EUR', centAmount: 5 }, { centPrecision: money(6, 'USD') }] } },
    target: { lineItems: { predicate: '1=1' } },
  });
  matchWhole(t, fixed, { value: { money: [{ centAmount: 5 }, { centAmount: 6, currencyCode: 'USD' }] } });
  const [createdAt, parcelId] = ['2024-01-02T03:04:05.000Z', newKey('parcel')];
  const payment = await createSample(forms, 'payment');
  const amount = { centPrecision: money(90) };
  const discountRef = { typeId: 'cart-discount', id: (discount as Resource).id };
  matchWhole(
    t,
    await create('importOrder', 'orders', {
      totalPrice: money(100),
      customLineItems: [{ name: texts('x'), slug: newKey('x'), quantity: 1, money: { centPrecision: money(100) } }],
      paymentInfo: referenceTo('payment', payment),
      shippingInfo: {
        shippingMethodName: 'Post',
        price: money(100),
        shippingRate: { price: money(100), tiers: [{ CartValue: { minimumCentAmount: 5, price: money(1) } }] },
        discountedPrice: {
          value: amount,
          includedDiscounts: [{ discount: discountRef, discountedAmount: { centPrecision: money(10) } }],
        },
        deliveries: [{ items: [], parcels: [{ id: parcelId, createdAt }] }],
      },
    }),
    {
      paymentInfo: { payments: [{ typeId: 'payment', id: payment.id }] },
      shippingInfo: {
        shippingRate: { tiers: [{ type: 'CartValue', minimumCentAmount: 5 }] },
        discountedPrice: {
          value: { centAmount: 90 },
          includedDiscounts: [{ discount: discountRef, discountedAmount: { centAmount: 10 } }],
        },
        deliveries: [{ parcels: [{ id: parcelId, createdAt }] }],
      },
    },
  );
  const assets = await createType(createIn, ['asset'], [fieldDefinition('note', { name: 'String' })]);
  const asset = { name: texts('Manual'), type: { typeId: 'type', id: assets.id } };
  const category = await create('createCategory', 'categories', {
    name: texts('C'),
    slug: texts(newKey('c')),
    assets: [asset],
  });
  matchWhole(t, category, { assets: [{ sources: [], custom: { type: { id: assets.id } } }] });
});

const oneCent = { value: { type: 'absolute', money: [money(1)] }, target: { type: 'totalPrice' } };

test('refuses an imported order with two parcels of one id', async t => {
  const [id, createdAt] = [newKey('parcel'), '2024-01-02T03:04:05.000Z'];
  const { errors } = await merchant('mutation ($draft: ImportOrderDraft!) { importOrder(draft: $draft) { id } }', {
    draft: {
      totalPrice: money(100),
      customLineItems: [{ name: texts('x'), slug: newKey('x'), quantity: 1, money: { centPrecision: money(100) } }],
      shippingInfo: {
        shippingMethodName: 'Post',
        price: money(100),
        shippingRate: { price: money(100) },
        deliveries: [0, 1].map(() => ({ items: [], parcels: [{ id, createdAt }] })),
      },
    },
  });
  matchWhole(t, errors, [{ extensions: { code: 'DuplicateField', field: 'parcelId', duplicateValue: id } }]);
});

test('refuses a code that the cart already has, if the action asks for it (validateDuplicates)', async t => {
  const discount = await forms.discountFor({ requiresDiscountCode: true, ...oneCent });
  const code = newKey('CODE');
  await createIn('discount-codes', { code, cartDiscounts: [referenceTo('cart-discount', discount)] });
  const wrap = { name: { en: 'wrap' }, slug: newKey('wrap'), quantity: 1, money: money(100) };
  const cart = await createIn('carts', {
    currency: 'EUR',
    taxMode: 'Disabled',
    customLineItems: [wrap],
    discountCodes: [code],
  });
  const add = (validateDuplicates: boolean) => ({ addDiscountCode: { code, validateDuplicates } });
  const call = { ask: merchant, name: 'Cart', path: 'carts', resource: cart };
  matchWhole(t, await update({ ...call, actions: [add(false)] }), { version: cart.version });
  const { errors } = await update({ ...call, actions: [add(true)] });
  matchWhole(t, errors, [{ extensions: { code: 'DuplicateField', field: 'code', duplicateValue: code } }]);
});
