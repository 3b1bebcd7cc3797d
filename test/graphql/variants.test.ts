/** Kinds of a shape are types of an interface, and fields of an input. */
import { test } from '../support/tap.js';
import { startGraphql } from '../support/graphql.js';

const { createIn, http, base, ask, data } = await startGraphql();

const sortOrders = ['0.1', '0.2', '0.3', '0.4'];

const nameIn = (text: string) => [{ locale: 'en', value: text }];

const createDiscount = async (value: object, target?: object) =>
  (
    await data(
      `mutation ($draft: CartDiscountDraft!) { made: createCartDiscount(draft: $draft) {
        id
        value {
          __typename
          type
          ... on RelativeDiscountValue { permyriad }
          ... on AbsoluteDiscountValue { cents: money { __typename centAmount } }
          ... on AbsoluteCartDiscountValue { applicationMode cents: money { centAmount } }
          ... on FixedPriceDiscountValue { money { __typename centAmount ... on HighPrecisionMoney { preciseAmount } } }
        }
        target { __typename ... on MultiBuyLineItemsTarget { triggerQuantity discountedQuantity selectionMode } }
      } }`,
      {
        draft: {
          name: nameIn('discount'),
          cartPredicate: '1=1',
          sortOrder: sortOrders.pop(),
          value,
          target,
        },
      },
    )
  ).made;

test('shows and takes each kind of discount as its own type', async t => {
  const relative = await createDiscount(
    { relative: { permyriad: 100 } },
    { multiBuyLineItems: { predicate: '1=1', triggerQuantity: 3, discountedQuantity: 1, selectionMode: 'Cheapest' } },
  );
  t.same(relative.value, { __typename: 'RelativeDiscountValue', type: 'relative', permyriad: 100 });
  t.same(relative.target, {
    __typename: 'MultiBuyLineItemsTarget',
    triggerQuantity: 3,
    discountedQuantity: 1,
    selectionMode: 'Cheapest',
  });
  const { json } = await http.send('GET', `${base}/cart-discounts/${relative.id}`);
  t.same((json as { value: object }).value, { type: 'relative', permyriad: 100 });

  const money = [{ currencyCode: 'EUR', centAmount: 500 }];
  const absolute = await createDiscount({ absolute: { money } }, { lineItems: { predicate: '1=1' } });
  t.same(absolute.value, {
    __typename: 'AbsoluteDiscountValue',
    type: 'absolute',
    cents: [{ __typename: 'Money', centAmount: 500 }],
  });
  t.same(absolute.target, { __typename: 'LineItemsTarget' });

  const ofCart = await createDiscount(
    { absoluteCart: { money, applicationMode: 'EvenDistribution' } },
    { totalPrice: { dummy: 'is ignored' } },
  );
  t.same(ofCart.value, {
    __typename: 'AbsoluteCartDiscountValue',
    type: 'absolute',
    applicationMode: 'EvenDistribution',
    cents: [{ centAmount: 500 }],
  });
  t.same(ofCart.target, { __typename: 'CartDiscountTotalPriceTarget' });

  const highPrecision = { currencyCode: 'EUR', preciseAmount: 12_345, fractionDigits: 4 };
  const fixed = await createDiscount(
    { fixed: { money: [{ highPrecision }] } },
    { customLineItems: { predicate: '1=1' } },
  );
  t.same(fixed.value, {
    __typename: 'FixedPriceDiscountValue',
    type: 'fixed',
    money: [{ __typename: 'HighPrecisionMoney', centAmount: 123, preciseAmount: 12_345 }],
  });
});

test('refuses an input with no kind or several, and says which there are', async t => {
  const refusal = async (value: object) => {
    const { status, errors } = await ask(
      'mutation ($draft: CartDiscountDraft!) { createCartDiscount(draft: $draft) { id } }',
      { draft: { name: nameIn('none'), cartPredicate: '1=1', sortOrder: '0.5', value } },
    );
    return { status, errors: errors?.map(({ message, extensions }) => [extensions.code, message]) };
  };
  const expected =
    'CartDiscountValueInput must have exactly one of the members relativeCart, relative, absoluteCart, absolute, ' +
    'fixedCart, fixed, giftLineItem;';
  t.same(await refusal({}), { status: 200, errors: [['InvalidInput', `${expected} got none.`]] });
  t.same(await refusal({ relative: { permyriad: 1 }, fixed: { money: [] } }), {
    status: 200,
    errors: [['InvalidInput', `${expected} got relative, fixed.`]],
  });
});

test('shows and takes the types of custom fields', async t => {
  const { made } = await data(
    `mutation ($draft: TypeDefinitionDraft!) {
      made: createTypeDefinition(draft: $draft) { fieldDefinitions { name type {
      __typename
      name
      ... on EnumType { plain: values { __typename key label } }
      ... on SetType { elementType { __typename ... on LocalizedEnumType { values { key label(locale: "de") } } } }
      ... on ReferenceType { referenceTypeId }
    } } } }`,
    {
      draft: {
        key: 'kinds',
        name: nameIn('kinds'),
        resourceTypeIds: ['order'],
        fieldDefinitions: Object.entries({
          text: { String: {} },
          color: { Enum: { values: [{ key: 'red', label: 'Red' }] } },
          sizes: {
            Set: {
              elementType: {
                LocalizedEnum: { values: [{ key: 'xl', label: [{ locale: 'de', value: 'sehr groß' }] }] },
              },
            },
          },
          owner: { Reference: { referenceTypeId: 'customer' } },
        }).map(([name, type]) => ({ name, label: nameIn(name), required: false, type })),
      },
    },
  );
  t.same(made.fieldDefinitions, [
    { name: 'text', type: { __typename: 'StringType', name: 'String' } },
    {
      name: 'color',
      type: {
        __typename: 'EnumType',
        name: 'Enum',
        plain: [{ __typename: 'EnumValue', key: 'red', label: 'Red' }],
      },
    },
    {
      name: 'sizes',
      type: {
        __typename: 'SetType',
        name: 'Set',
        elementType: { __typename: 'LocalizedEnumType', values: [{ key: 'xl', label: 'sehr groß' }] },
      },
    },
    { name: 'owner', type: { __typename: 'ReferenceType', name: 'Reference', referenceTypeId: 'customer' } },
  ]);
});

test('shows the tiers of an imported order that have a kind', async t => {
  const money = { currencyCode: 'EUR', centAmount: 100 };
  const { id } = await createIn('orders/import', {
    totalPrice: money,
    customLineItems: [],
    lineItems: [{ name: { en: 'socks' }, variant: { sku: 'socks' }, quantity: 1, price: { value: money } }],
    shippingInfo: {
      shippingMethodName: 'post',
      price: money,
      shippingRate: {
        price: money,
        tiers: [
          { type: 'CartScore', score: 3, price: { ...money, type: 'centPrecision', fractionDigits: 2 } },
          'any',
          { type: 'CartValue' },
        ],
      },
    },
  });
  t.same(
    (
      await data(
        `query ($id: String!) { order(id: $id) { shippingInfo { shippingRate { tiers {
          __typename ... on ShippingRateCartScorePriceTier { score price { centAmount } }
        } } } } }`,
        { id },
      )
    ).order.shippingInfo.shippingRate.tiers,
    [{ __typename: 'ShippingRateCartScorePriceTier', score: 3, price: { centAmount: 100 } }],
  );
});
