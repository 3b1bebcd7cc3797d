/** Fields, arguments and inputs in the form that clients of the hosted API know, where HTTP has another one. */
import { test } from '../support/tap.js';
import { createType, fieldDefinition, money, newKey, productTypeDraft } from '../support/drafts.js';
import { startGraphql } from '../support/graphql.js';

const { http, base, createIn, ask, data } = await startGraphql();

test('shows the attributes of a product type, and the values of an enumeration, by name and in pages', async t => {
  const plain = ['s', 'm', 'l'].map(key => ({ key, label: key.toUpperCase() }));
  const localized = ['red', 'blue'].map(key => ({ key, label: { en: key, de: `${key}-de` } }));
  const attributes = [
    { name: 'size', label: { en: 'Size' }, isRequired: false, type: { name: 'enum', values: plain } },
    { name: 'color', label: { en: 'Color' }, isRequired: false, type: { name: 'lenum', values: localized } },
  ];
  const { id } = await createIn('product-types', productTypeDraft(attributes, { key: newKey('type') }));
  const values = `type {
    ... on EnumAttributeDefinitionType {
      all: values { total limit offset results { key label } }
      some: values(includeKeys: ["s", "l"], excludeKeys: ["s"]) { total results { key } }
      page: values(limit: 1, offset: 1) { total results { key } }
    }
    ... on LocalizableEnumAttributeDefinitionType { values { results { key label(locale: "de") } } }
  }`;
  const { productType } = await data(`{ productType(id: "${id}") {
    attributeDefinitions { total results { name ${values} } }
    color: attributeDefinitions(includeNames: ["color"]) { total results { name } }
    rest: attributeDefinitions(excludeNames: ["color"], limit: 5) { limit offset results { name } }
  } }`);
  t.same(productType, {
    attributeDefinitions: {
      total: 2,
      results: [
        {
          name: 'size',
          type: {
            all: { total: 3, limit: 3, offset: 0, results: plain },
            some: { total: 1, results: [{ key: 'l' }] },
            page: { total: 3, results: [{ key: 'm' }] },
          },
        },
        {
          name: 'color',
          type: { values: { results: localized.map(({ key, label: { de } }) => ({ key, label: de })) } },
        },
      ],
    },
    color: { total: 1, results: [{ name: 'color' }] },
    rest: { limit: 5, offset: 0, results: [{ name: 'size' }] },
  });
});

test('takes the attributes of a product type under their names in GraphQL', async t => {
  const definition = (name: string) => ({
    name,
    label: [{ locale: 'en', value: name }],
    isRequired: false,
    isSearchable: true,
    type: { text: {} },
  });
  const { made } = await data(
    `mutation ($draft: ProductTypeDraft!) {
      made: createProductType(draft: $draft) { id version attributeDefinitions { results { name } } }
    }`,
    { draft: { name: 'Shoes', description: '', attributeDefinitions: [definition('sole')] } },
  );
  t.same(made.attributeDefinitions, { results: [{ name: 'sole' }] });
  const { after } = await data(
    `mutation ($id: String!, $actions: [ProductTypeUpdateAction!]!) {
      after: updateProductType(id: $id, version: 1, actions: $actions) { attributeDefinitions { total } }
    }`,
    { id: made.id, actions: [{ addAttributeDefinition: { attributeDefinition: definition('lace') } }] },
  );
  t.same(after, { attributeDefinitions: { total: 2 } });
});

test('shows the parts of custom fields, and picks definitions by name', async t => {
  const [store, state] = [
    await createIn('stores', { key: newKey('store') }),
    await createIn('states', { key: newKey('state'), type: 'OrderState' }),
  ];
  const type = await createType(
    createIn,
    ['store'],
    [
      fieldDefinition('amount', { name: 'Money' }),
      fieldDefinition('motto', { name: 'LocalizedString' }),
      fieldDefinition('state', { name: 'Reference', referenceTypeId: 'state' }),
    ],
  );
  const fields = {
    amount: money(5),
    motto: { en: 'Hello', de: 'Hallo' },
    state: { typeId: 'state', id: state.id },
  };
  const body = {
    version: store.version,
    actions: [{ action: 'setCustomType', type: { typeId: 'type', id: type.id }, fields }],
  };
  t.equal((await http.send('POST', `${base}/stores/${store.id}`, { body })).status, 200);
  const read = await data(`{
    store(id: "${store.id}") { customFieldList {
      name
      ... on MoneyField { centAmount currencyCode }
      ... on LocalizedStringField { all: value german: value(locale: "de") none: value(locale: "fr") }
      ... on ReferenceField { typeId id }
    } }
    typeDefinition(id: "${type.id}") { fieldDefinitions(includeNames: ["motto"]) { name inputHint } }
  }`);
  t.same(read, {
    store: {
      customFieldList: [
        { name: 'amount', centAmount: 5, currencyCode: 'EUR' },
        { name: 'motto', all: fields.motto, german: 'Hallo', none: '' },
        { name: 'state', ...fields.state },
      ],
    },
    typeDefinition: { fieldDefinitions: [{ name: 'motto', inputHint: 'SingleLine' }] },
  });
});

test('takes a value of enumerations as a literal, and money of either kind for a standalone price', async t => {
  const item = (slug: string) =>
    `{
      name: [{ locale: "en", value: "${slug}" }], slug: "${slug}", quantity: 1,
      money: { centPrecision: { currencyCode: "EUR", centAmount: 100 } }
    }`;
  const cart = await data(
    `mutation { createCart(draft: { currency: "EUR", shippingMode: Single, taxMode: External,
      customLineItems: [${item('wrap')}] }) {
      shippingMode
      shipping { shippingKey shippingInfo { shippingMethodName } }
      customLineItems {
        perMethodTaxRate { shippingMethodKey } taxedPricePortions { taxedPrice { totalNet { centAmount } } }
      }
    } }`,
  );
  t.same(cart.createCart, {
    shippingMode: 'Single',
    shipping: [],
    customLineItems: [{ perMethodTaxRate: [], taxedPricePortions: [] }],
  });
  const creation = `mutation ($value: BaseMoneyInput!, $sku: String!) {
    createStandalonePrice(sku: $sku, value: $value) { value { centAmount } }
  }`;
  const cents = { currencyCode: 'EUR', centAmount: 950 };
  t.same(
    await data(creation.replace('(sku: $sku, value: $value)', '(draft: { sku: $sku, value: $value })'), {
      sku: newKey('sku'),
      value: { centPrecision: cents },
    }),
    { createStandalonePrice: { value: { centAmount: 950 } } },
  );
});

test('shows one line item by its id, and the discounts of a price', async t => {
  const discount = await createIn('cart-discounts', {
    name: { en: 'Sale' },
    key: newKey('sale'),
    value: { type: 'relative', permyriad: 5_000 },
    cartPredicate: '1 = 1',
    target: { type: 'lineItems', predicate: 'true' },
    sortOrder: '0.37',
  });
  const lineItem = (name: string) => ({ name: { en: name }, quantity: 1, externalPrice: money(100) });
  const cart = await createIn('carts', { currency: 'EUR', lineItems: [lineItem('a'), lineItem('b')] });
  const [first] = cart.lineItems as { id: string }[];
  const portions =
    'discountedPricePerQuantity { discountedPrice { includedDiscounts { discountRef { id } discount { key } } } }';
  const included = (key: string | null, id: string) => [
    { discountedPrice: { includedDiscounts: [{ discountRef: { id }, discount: key === null ? null : { key } }] } },
  ];
  t.same(
    await data(
      `{
        cart(id: "${cart.id}") {
          lineItems(id: "${first!.id}") { id ${portions} } none: lineItems(id: "x") { id } all: lineItems { name }
        }
      }`,
    ),
    {
      cart: {
        lineItems: [{ id: first!.id, discountedPricePerQuantity: included(String(discount.key), discount.id) }],
        none: [],
        all: [{ name: 'a' }, { name: 'b' }],
      },
    },
  );
  const code = await createIn('discount-codes', {
    code: newKey('CODE'),
    cartDiscounts: [{ typeId: 'cart-discount', id: discount.id }],
  });
  t.same(await data(`{ discountCode(id: "${code.id}") { cartDiscountRefs { id } cartDiscounts { key } } }`), {
    discountCode: { cartDiscountRefs: [{ id: discount.id }], cartDiscounts: [{ key: discount.key }] },
  });
  const directly = `mutation { updateCart(id: "${cart.id}", version: ${cart.version},
    actions: [{ setDirectDiscounts: { discounts: [
    { value: { relative: { permyriad: 1000 } }, target: { lineItems: { predicate: "true" } } }
  ] } }]) { lineItems(id: "${first!.id}") {
    discountedPricePerQuantity { discountedPrice {
    includedDiscounts { discountRef { typeId } discount { key } } } } } } }`;
  const { errors, data: updated } = await ask(directly);
  t.equal(errors, undefined);
  t.same(updated.updateCart.lineItems, [
    {
      discountedPricePerQuantity: [
        { discountedPrice: { includedDiscounts: [{ discountRef: { typeId: 'direct-discount' }, discount: null }] } },
      ],
    },
  ]);
});

test('counts the orders that used a discount code', async t => {
  const discount = await createIn('cart-discounts', {
    name: { en: 'Sale' },
    value: { type: 'absolute', money: [money(10)] },
    cartPredicate: '1 = 1',
    target: { type: 'totalPrice' },
    sortOrder: '0.41',
    requiresDiscountCode: true,
    isActive: true,
  });
  const draft = { code: newKey('CODE'), cartDiscounts: [{ typeId: 'cart-discount', id: discount.id }] };
  const [used, unused] = [
    await createIn('discount-codes', draft),
    await createIn('discount-codes', { ...draft, code: newKey('CODE') }),
  ];
  const cart = await createIn('carts', {
    currency: 'EUR',
    country: 'DE',
    shippingAddress: { country: 'DE' },
    taxMode: 'Disabled',
    discountCodes: [draft.code],
    customLineItems: [{ name: { en: 'x' }, slug: newKey('x'), quantity: 1, money: money(100) }],
  });
  await createIn('orders', { cart: { typeId: 'cart', id: cart.id }, version: cart.version });
  const countsOf = async () =>
    data(
      `{
        used: discountCode(id: "${used.id}") { applicationCount }
        unused: discountCode(id: "${unused.id}") { applicationCount }
      }`,
    );
  t.same(await countsOf(), { used: { applicationCount: 1 }, unused: { applicationCount: 0 } });
});

test('shows the interactions of a payment in pages', async t => {
  const type = await createType(createIn, ['payment-interface-interaction']);
  const interactions = ['a', 'b'].map(note => ({ type: { typeId: 'type', id: type.id }, fields: { note } }));
  const { id } = await createIn('payments', { amountPlanned: money(5), interfaceInteractions: interactions });
  const shown = (note: string) => ({
    typeRef: { id: type.id },
    type: { key: type.key },
    fields: [{ name: 'note', value: note }],
  });
  const fields = 'results { typeRef { id } type { key } fields(includeNames: ["note"]) { name value } }';
  const { payment } = await data(
    `{
      payment(id: "${id}") {
        interfaceInteractionsRaw { total ${fields} }
        last: interfaceInteractionsRaw(offset: 1, limit: 5) { limit offset ${fields} }
      }
    }`,
  );
  t.same(payment, {
    interfaceInteractionsRaw: { total: 2, results: [shown('a'), shown('b')] },
    last: { limit: 5, offset: 1, results: [shown('b')] },
  });
});
