/** Settings of parts of the project, and their effect on carts and shipping methods. */
import type { ErrorCode } from '../../../../src/base/errors/errorTable.js';
import { money, newKey } from '../../../support/drafts.js';
import { createGraphqlClient } from '../../../support/graphql.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { assertError, errorOf } from '../../../support/refusal.js';
import { changeProject, createProjectApi } from '../../../support/resourceApi.js';
import { startQuayside } from '../../../support/quayside.js';
import { test } from '../../../support/tap.js';

const quayside = await startQuayside();
const classes = ['Light', 'Heavy'].map(key => ({ key, label: { en: `${key} goods` } }));

test('keeps the settings of each part, one action each', async t => {
  const own = await quayside.project();
  for (const [action, payload, shown] of [
    ['changePriceRoundingMode', { priceRoundingMode: 'HalfUp' }, { carts: { priceRoundingMode: 'HalfUp' } }],
    [
      'changeTaxRoundingMode',
      { taxRoundingMode: 'HalfDown' },
      { carts: { priceRoundingMode: 'HalfUp', taxRoundingMode: 'HalfDown' } },
    ],
    ['changeCustomerSearchStatus', { status: 'Activated' }, { searchIndexing: { customers: { status: 'Activated' } } }],
    [
      'changeBusinessUnitSearchStatus',
      { status: 'Activated' },
      { searchIndexing: { customers: { status: 'Activated' }, businessUnits: { status: 'Activated' } } },
    ],
    [
      'changeProductSearchIndexingEnabled',
      { enabled: true },
      { searchIndexing: { products: { status: 'Activated' }, productsSearch: undefined } },
    ],
    [
      'changeProductSearchIndexingEnabled',
      { enabled: false, mode: 'ProductsSearch' },
      { searchIndexing: { products: { status: 'Activated' }, productsSearch: { status: 'Deactivated' } } },
    ],
    [
      'changeShoppingListsConfiguration',
      { shoppingListsConfiguration: { deleteDaysAfterLastModification: 30 } },
      { shoppingLists: { deleteDaysAfterLastModification: 30 } },
    ],
    [
      'changeMyBusinessUnitStatusOnCreation',
      { status: 'Active' },
      { businessUnits: { myBusinessUnitStatusOnCreation: 'Active' } },
    ],
    [
      'setDiscountsConfiguration',
      { discountsConfiguration: { discountCombinationMode: 'BestDeal' } },
      { discounts: { discountCombinationMode: 'BestDeal' } },
    ],
    [
      'setReservationExpirationInMinutes',
      { reservationExpirationInMinutes: 20 },
      { inventory: { reservationExpirationInMinutes: 20, releaseExpiredReservations: false } },
    ],
    [
      'setReleaseExpiredReservations',
      { releaseExpiredReservations: true },
      { inventory: { reservationExpirationInMinutes: 20, releaseExpiredReservations: true } },
    ],
    ['setProductCatalogModel', { productCatalogModel: 'Classic' }, { productCatalogModel: 'Classic' }],
    [
      'setShippingRateInputType',
      { shippingRateInputType: { type: 'CartScore' } },
      { shippingRateInputType: { type: 'CartScore', values: undefined } },
    ],
    ['setShippingRateInputType', {}, { shippingRateInputType: undefined }],
  ] as const) {
    const changed = await changeProject(quayside, own, { action, ...payload });
    matchWhole(t, changed, shown, action);
    t.equal((await changeProject(quayside, own, { action, ...payload })).version, changed.version, action);
  }
});

test('refuses malformed settings, and those of features not offered (project.779f3, project.1a4a0)', async t => {
  const { http, base } = await createProjectApi(quayside, await quayside.project());
  const refuse = async (action: object) =>
    errorOf(await http.send('POST', base, { body: { version: 1, actions: [action] } }));
  for (const [action, code, members] of [
    ...(
      [
        ['changeCountries', 'countries', []],
        ['changeCurrencies', 'currencies', []],
        ['changeLanguages', 'languages', []],
        ['changeName', 'name', ''],
      ] as const
    ).map(
      ([name, member, empty]) =>
        [
          { action: name, [member]: empty },
          'InvalidField',
          { field: `actions[0].${member}`, invalidValue: empty },
        ] as const,
    ),
    [
      { action: 'setDiscountsConfiguration', discountsConfiguration: { discountCombinationMode: 'Best' } },
      'InvalidField',
      {
        field: 'actions[0].discountsConfiguration.discountCombinationMode',
        invalidValue: 'Best',
        allowedValues: ['Stacking', 'BestDeal'],
      },
    ],
    [
      { action: 'setProductCatalogModel', productCatalogModel: 'Modular' },
      'InvalidField',
      { field: 'actions[0].productCatalogModel', invalidValue: 'Modular', allowedValues: ['Classic'] },
    ],
    [
      { action: 'setMyBusinessUnitAssociateRoleOnCreation', associateRole: { typeId: 'associate-role', key: 'buyer' } },
      'ReferencedResourceNotFound',
      { typeId: 'associate-role', key: 'buyer' },
    ],
    [
      { action: 'setShippingRateInputType', shippingRateInputType: { type: 'CartClassification' } },
      'RequiredField',
      { field: 'shippingRateInputType.values', actionIndex: 0 },
    ],
    [
      { action: 'setShippingRateInputType', shippingRateInputType: { type: 'CartScore', values: classes } },
      'InvalidInput',
      { actionIndex: 0 },
    ],
    [
      {
        action: 'setShippingRateInputType',
        shippingRateInputType: { type: 'CartClassification', values: [...classes, classes[0]!] },
      },
      'DuplicateField',
      { field: 'shippingRateInputType.values.key', duplicateValue: 'Light', actionIndex: 0 },
    ],
  ] as const)
    assertError(t, await refuse(action), code, members);
});

const startWith = async (...actions: readonly object[]) => {
  const own = await quayside.project();
  await changeProject(quayside, own, ...actions);
  return createProjectApi(quayside, own);
};

test('new carts round as the project says (project.ece23, project.08d64, project.0756f, project.51376)', async t => {
  const { createIn } = await startWith(
    { action: 'changePriceRoundingMode', priceRoundingMode: 'HalfUp' },
    { action: 'changeTaxRoundingMode', taxRoundingMode: 'HalfDown' },
  );
  for (const [draft, modes] of [
    [{}, { priceRoundingMode: 'HalfUp', taxRoundingMode: 'HalfDown' }],
    [{ taxRoundingMode: 'HalfUp' }, { priceRoundingMode: 'HalfUp', taxRoundingMode: 'HalfUp' }],
  ] as const)
    matchWhole(t, await createIn('carts', { currency: 'EUR', ...draft }), modes);
});

test('the rate input type decides the inputs of carts (cart.4947c, cart.abbdb, cart.c2732, cart.c7a37)', async t => {
  const classified = { type: 'CartClassification', values: classes };
  const notOf = (type: string, input: string) =>
    `The project has the shippingRateInputType ${type}: a cart cannot have a shippingRateInput of the type ${input}.`;
  const unknownClass = { field: 'shippingRateInput.key', invalidValue: 'Small', allowedValues: ['Light', 'Heavy'] };
  type Row = readonly [input: object, expected: object] | readonly [input: object, code: ErrorCode, members: object];
  const tables: readonly (readonly [object, readonly Row[]])[] = [
    [
      classified,
      [
        [{ type: 'Classification', key: 'Heavy' }, { label: { en: 'Heavy goods' } }],
        [{ type: 'Classification', key: 'Small' }, 'InvalidField', unknownClass],
        [{ type: 'Score', score: 1 }, 'InvalidOperation', { message: notOf('CartClassification', 'Score') }],
      ],
    ],
    [
      { type: 'CartScore' },
      [
        [{ type: 'Score', score: 3 }, { score: 3 }],
        [
          { type: 'Classification', key: 'Light' },
          'InvalidOperation',
          { message: notOf('CartScore', 'Classification') },
        ],
      ],
    ],
    [
      { type: 'CartValue' },
      [
        [{ type: 'Score', score: 3 }, 'InvalidOperation', { message: notOf('CartValue', 'Score') }],
        [
          { type: 'Classification', key: 'Light' },
          'InvalidOperation',
          { message: notOf('CartValue', 'Classification') },
        ],
      ],
    ],
  ];
  for (const [shippingRateInputType, rows] of tables) {
    const { resourcesAt } = await startWith({ action: 'setShippingRateInputType', shippingRateInputType });
    const carts = resourcesAt('carts');
    const cart = await carts.create({ currency: 'EUR' });
    for (const [shippingRateInput, expected, members] of rows) {
      const draft = { currency: 'EUR', shippingRateInput };
      if (typeof expected === 'object') {
        matchWhole(t, await carts.create(draft), { shippingRateInput: { ...shippingRateInput, ...expected } });
        continue;
      }
      assertError(t, await carts.refuseCreation(draft), expected, members);
      const action = { action: 'setShippingRateInput', shippingRateInput };
      assertError(t, await carts.refuse(cart, action), expected, { ...members, actionIndex: 0 });
    }
  }
});

test('tiers of shipping rates have classifications of the project only', async t => {
  const shippingRateInputType = { type: 'CartClassification', values: classes };
  const { createIn, resourcesAt } = await startWith({ action: 'setShippingRateInputType', shippingRateInputType });
  const taxCategory = { typeId: 'tax-category', id: (await createIn('tax-categories', { name: 'A' })).id };
  const zone = { typeId: 'zone', id: (await createIn('zones', { name: newKey('zone'), locations: [] })).id };
  const rate = (value: string) => ({
    price: money(5),
    tiers: [{ type: 'CartClassification', value, price: money(4) }],
  });
  const draft = (value: string) => ({
    name: newKey('Parcel'),
    taxCategory,
    isDefault: false,
    zoneRates: [{ zone, shippingRates: [rate(value)] }],
  });
  const methods = resourcesAt('shipping-methods');
  const unknown = { field: 'tiers.value', invalidValue: 'Small', allowedValues: ['Light', 'Heavy'] };
  const method = await methods.create(draft('Heavy'));
  assertError(t, await methods.refuseCreation(draft('Small')), 'InvalidField', unknown);
  assertError(
    t,
    await methods.refuse(method, { action: 'addShippingRate', zone, shippingRate: rate('Small') }),
    'InvalidField',
    {
      ...unknown,
      actionIndex: 0,
    },
  );
});

test('GraphQL sets and shows the shippingRateInputType', async t => {
  const own = await quayside.project();
  const ask = createGraphqlClient(quayside, own, await quayside.token(own));
  const values = classes.map(({ key, label }) => ({ key, label: [{ locale: 'en', value: label.en }] }));
  const actions = [{ setShippingRateInputType: { shippingRateInputType: { CartClassification: { values } } } }];
  const fields = `shippingRateInputType { type ... on CartClassificationType { values { key label(locale: "en") } } }`;
  t.same(
    await ask(
      'mutation ($actions: [ProjectSettingsUpdateAction!]!) { updateProject(version: 1, actions: ' +
        `$actions) { ${fields} } }`,
      { actions },
    ),
    {
      status: 200,
      data: {
        updateProject: {
          shippingRateInputType: {
            type: 'CartClassification',
            values: classes.map(({ key, label }) => ({ key, label: label.en })),
          },
        },
      },
    },
  );
});
