import { test } from '../support/tap.js';
import { fieldDefinition, newKey } from '../support/drafts.js';
import { matchWhole } from '../support/matchWhole.js';
import { startCustomerShop, storeSampleCustomer } from './customerShop.js';

const shop = await startCustomerShop();
const { ask, data, createIn, storeCustomers } = shop;
const { id: customerId, key, group } = await storeSampleCustomer(shop);

test('returns customers (CUST081, CUST082, CUST002, CUST005, CUST018, CUST019, CUST020, CUST027, CUST029)', async t => {
  const fields = `id version key email password firstName lastName dateOfBirth locale isEmailVerified
    lastMessageSequenceNumber createdAt
    customerGroupRef { typeId id } customerGroup { id key name version }
    addresses { id city country pOBox contactInfo { phone email mobile } } defaultShippingAddress { city }
    defaultBillingAddress { city }
    shippingAddresses { id } billingAddresses { id } customFieldsRaw { name } customFields { typeRef { id } }`;
  const { byId, byKey } = await data(
    `query Both($id: String, $key: String) {
      byId: customer(id: $id) { ${fields} } byKey: customer(key: $key) { ${fields} }
    }`,
    { id: customerId, key },
  );
  t.same(byKey, byId);
  matchWhole(t, byId, {
    id: customerId,
    version: 1,
    key,
    email: 'jo@example.com',
    firstName: 'Jo',
    lastName: null,
    dateOfBirth: '1990-02-28',
    locale: 'de-AT',
    isEmailVerified: true,
    lastMessageSequenceNumber: 3,
    customerGroupRef: { typeId: 'customer-group', id: group.id },
    customerGroup: { id: group.id, key: group.key, name: group.name },
    addresses: [
      {
        id: 'a1',
        city: 'Kiel',
        country: 'DE',
        pOBox: '7',
        contactInfo: { phone: '0431', email: 'a@example.com', mobile: null },
      },
      { id: 'a2' },
    ],
    defaultShippingAddress: { city: 'Graz' },
    defaultBillingAddress: null,
    shippingAddresses: [{ id: 'a1' }, { id: 'a2' }],
    billingAddresses: [],
    customFieldsRaw: null,
    customFields: null,
  });
  t.equal(byId.password, '****************');
  t.same(await ask('{ customer(id: "unknown") { id } }'), { status: 200, data: { customer: null } });
  for (const args of ['', `(id: "${customerId}", key: "${key}")`])
    matchWhole(t, await ask(`{ customer${args} { id } }`), {
      status: 200,
      data: { customer: null },
      errors: [
        {
          path: ['customer'],
          message: /exactly one of the arguments id, key, emailToken, passwordToken/,
          extensions: { code: 'InvalidInput' },
        },
      ],
    });
});

test('returns a page of customers by where, sort, limit and offset (CUST083, CUST034)', async t => {
  const lastName = newKey('family');
  await storeCustomers(['c', 'a', 'b'].map(firstName => ({ email: `${firstName}@example.com`, firstName, lastName })));
  const query = `query Page($where: String, $sort: [String!], $limit: Int, $offset: Int) {
    customers(where: $where, sort: $sort, limit: $limit, offset: $offset) {
      offset count total results { firstName }
    }
  }`;
  const where = `lastName = "${lastName}"`;
  t.same((await data(query, { where, sort: ['firstName asc'], limit: 2, offset: 1 })).customers, {
    offset: 1,
    count: 2,
    total: 3,
    results: [{ firstName: 'b' }, { firstName: 'c' }],
  });
  t.same(
    (await data(query, { where, sort: 'firstName desc' })).customers.results,
    [{ firstName: 'c' }, { firstName: 'b' }, { firstName: 'a' }],
    'a single value is accepted as a list of one',
  );
  t.equal((await data(query, {})).customers.count >= 4, true);
  for (const [variables, code, message] of [
    [{ where: 'lastName =' }, 'SyntaxError', /parsing 'where'/],
    [{ limit: 501 }, 'InvalidInput', /from 1 to 500/],
    [{ offset: -1 }, 'InvalidInput', /from 0/],
  ] as const)
    matchWhole(t, await ask(query, variables), {
      status: 200,
      data: null,
      errors: [{ message, path: ['customers'], extensions: { code } }],
    });
});

test('returns raw and typed custom fields and their Type (CUST021, CUST022, CUST023, CUST024, CUST025)', async t => {
  const values = [{ key: 'red', label: 'Red' }];
  const kinds = [
    ['note', { name: 'String' }],
    ['vip', { name: 'Boolean' }],
    ['count', { name: 'Number' }],
    ['title', { name: 'LocalizedString' }],
    ['color', { name: 'Enum', values }],
    ['size', { name: 'LocalizedEnum', values: [{ key: 'l', label: { en: 'Large', de: 'Groß' } }] }],
    ['budget', { name: 'Money' }],
    ['day', { name: 'Date' }],
    ['friend', { name: 'Reference', referenceTypeId: 'customer' }],
    ['tags', { name: 'Set', elementType: { name: 'String' } }],
  ] as const;
  const type = await createIn('types', {
    key: newKey('type'),
    name: { en: 'Profile', de: 'Profil' },
    resourceTypeIds: ['customer'],
    fieldDefinitions: kinds.map(([name, kind]) => fieldDefinition(name, kind)),
  });
  const money = { type: 'centPrecision', currencyCode: 'EUR', centAmount: 5, fractionDigits: 2 };
  const friend = { typeId: 'customer', id: customerId };
  const fields = {
    note: 'hi',
    vip: true,
    count: 1.5,
    title: { en: 'Boss', de: 'Chefin' },
    color: 'red',
    size: 'l',
    budget: money,
    day: '2026-01-31',
    friend,
    tags: ['x', 'y'],
  };
  const [id] = await storeCustomers([
    { email: 'custom@example.com', custom: { type: { typeId: 'type', id: type.id }, fields } },
  ]);
  const { customer } = await data(
    `query Custom($id: String!) { customer(id: $id) {
    all: customFieldsRaw { name value } some: customFieldsRaw(includeNames: ["note", "vip"]) { name }
    others: customFieldsRaw(includeNames: ["note", "vip"], excludeNames: ["vip"]) { name }
    links: customFieldsRaw(includeNames: ["note", "friend"]) {
      referencedResource { id ... on Customer { email } } referencedResourceSet { id }
    }
    without: customFieldsRaw(excludeNames: ["note"]) { name }
    customFields {
      typeRef { typeId id }
      type {
        key name(locale: "de") nameAllLocales { locale value }
        fieldDefinitions { name required type { name ... on SetType { elementType { name } } } }
      }
      customFieldsRaw(includeNames: ["note"]) { value }
    }
    list: customFieldList { __typename name ... on StringField { stringValue } ... on BooleanField { booleanValue }
      ... on NumberField { numberValue }
      ... on LocalizedStringField { localizedValue(locale: "de-CH") localizedValueAllLocales { locale } }
      ... on EnumField { key label }
      ... on LocalizedEnumField { key sizeLabel: label(acceptLanguage: ["fr", "de"]) }
      ... on MoneyField { moneyValue { centAmount } } ... on DateField { dateValue }
      ... on ReferenceField { referenceValue { id } } ... on SetField { elementType values } }
  } }`,
    { id },
  );
  t.same(
    customer.all,
    Object.entries(fields).map(([name, value]) => ({ name, value })),
  );
  t.same(customer.some, [{ name: 'note' }, { name: 'vip' }]);
  t.same(customer.others, [{ name: 'note' }]);
  matchWhole(t, customer.links, [
    { referencedResource: null, referencedResourceSet: [] },
    { referencedResource: { id: customerId, email: /@/ }, referencedResourceSet: [] },
  ]);
  t.equal(customer.without.length, kinds.length - 1);
  matchWhole(t, customer.customFields, {
    typeRef: { typeId: 'type', id: type.id },
    type: { key: type.key, name: 'Profil', fieldDefinitions: kinds.map(([name]) => ({ name })) },
    customFieldsRaw: [{ value: 'hi' }],
  });
  t.same(customer.list, [
    { __typename: 'StringField', name: 'note', stringValue: 'hi' },
    { __typename: 'BooleanField', name: 'vip', booleanValue: true },
    { __typename: 'NumberField', name: 'count', numberValue: 1.5 },
    {
      __typename: 'LocalizedStringField',
      name: 'title',
      localizedValue: 'Chefin',
      localizedValueAllLocales: [{ locale: 'en' }, { locale: 'de' }],
    },
    { __typename: 'EnumField', name: 'color', key: 'red', label: 'Red' },
    { __typename: 'LocalizedEnumField', name: 'size', key: 'l', sizeLabel: 'Groß' },
    { __typename: 'MoneyField', name: 'budget', moneyValue: { centAmount: 5 } },
    { __typename: 'DateField', name: 'day', dateValue: '2026-01-31' },
    { __typename: 'ReferenceField', name: 'friend', referenceValue: { id: customerId } },
    { __typename: 'SetField', name: 'tags', elementType: 'String', values: ['x', 'y'] },
  ]);
});
