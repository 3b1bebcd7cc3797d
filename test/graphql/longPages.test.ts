/** A page of 500 with all own fields is served; further fields and the size of the response have limits (LIM006). */
import { getNamedType, isObjectType, isRequiredArgument, parse } from 'graphql';
import { test } from '../support/tap.js';
import { apiSchema } from '../support/apiSchema.js';
import { referenceField } from '../../src/graphql/derive/names.js';
import { findOperation } from '../../src/graphql/assertDocument.js';
import { measureOperation } from '../../src/graphql/measureOperation.js';
import { isLoading } from '../../src/graphql/resolvers/Resolver.js';
import { startGraphql, storeMany } from '../support/graphql.js';
import { matchWhole } from '../support/matchWhole.js';
import { ownFields } from './ownFields.js';

const { quayside, credentials, ask } = await startGraphql({ QUERY_TIMEOUT_MS: '60000' });
const { projectKey } = credentials;

const schema = apiSchema();
/** The cost of a document without fragments, which only the server compiles. */
const costOf = (text: string): number => measureOperation(schema, findOperation(parse(text), undefined), []).cost({});
const pages = Object.values(schema.getQueryType()!.getFields()).filter(({ type }) =>
  getNamedType(type).name.endsWith('QueryResult'),
);

const pageOf = (name: string, limit = 500): string => {
  const { type, args } = pages.find(each => each.name === name)!;
  const required = args.filter(isRequiredArgument).map(each => `${each.name}: "x", `);
  return `{ ${name}(${required.join('')}limit: ${limit}) ${ownFields(schema, getNamedType(type))} }`;
};

for (const { name } of pages)
  test(`serves a page of 500 ${name} with all their own fields (LIM006)`, async t => {
    t.equal(costOf(pageOf(name)), 5_000);
    matchWhole(t, await ask(pageOf(name)), { status: 200, errors: undefined });
  });

test('the fields that are looked up cost something, as references do', t => {
  const lookedUp = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap(type =>
      Object.values(type.getFields())
        .filter(field => isLoading(field.resolve) && type.getFields()[referenceField(field.name)] === undefined)
        .map(field => `${type.name}.${field.name}`),
    );
  // Leaves out custom fields and the numbers of resources.
  const lists = lookedUp.filter(name => name.endsWith('.customFieldList') || name.includes('LimitsProjection.'));
  t.strictSame(lookedUp.filter(name => !lists.includes(name)).sort(), [
    'Cart.customer',
    'CartDiscount.discountCodesTotal',
    'Category.ancestorsRef',
    'Category.childCount',
    'Category.children',
    'Category.stagedProductCount',
    'CategorySearch.ancestorsRef',
    'CategorySearch.childCount',
    'CategorySearch.children',
    'CategorySearch.productTypeNames',
    'CategorySearch.stagedProductCount',
    'CustomObject.referencedResources',
    'DiscountCode.applicationCount',
    'Order.customer',
    'Product.productSelectionRefs',
    'ProductData.allVariants',
    'ProductData.variants',
    'ProductProjection.allVariants',
    'ProductProjection.variants',
    'ProductSearchVariant.allRecurrencePrices',
    'ProductSearchVariant.price',
    'ProductSelection.productRefs',
    'ProductVariant.allRecurrencePrices',
    'ProductVariant.availability',
    'ProductVariant.price',
    'RawCustomField.referencedResource',
    'RawCustomField.referencedResourceSet',
    'RawProductAttribute.attributeDefinition',
    'RawProductAttribute.attributesRaw',
    'RawProductAttribute.referencedResource',
    'RawProductAttribute.referencedResourceSet',
    'RawProductSearchAttribute.referencedResource',
    'RawProductSearchAttribute.referencedResourceSet',
    'ShoppingList.lineItems',
  ]);
  const references = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap(type =>
      Object.values(type.getFields()).filter(
        field => type.getFields()[referenceField(field.name)] !== undefined && !isLoading(field.resolve),
      ),
    );
  t.strictSame(references, [], 'every field beside its reference');
  t.end();
});

const texts = (count: number, text: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => text(at)).join(' ');
const refused = (message: string) => ({ message, extensions: { code: 'InvalidInput' } });
const askForLess = 'Ask for fewer fields, or for fewer results with limit.';

test('refuses a document that would load too much before it runs (LIM006)', async t => {
  for (const [document, cost] of [
    ['{ states(limit: 500) { results { transitions { transitions { transitions { key } } } } } }', 560_500],
    [
      '{ orders(limit: 500) { results { paymentInfo { payments { customer { addresses { city country key } } } } } } }',
      165_500,
    ],
    [`{ ${texts(21, at => `a${at}: states { count }`)} }`, 105_000],
    [`{ customers(limit: 500) { results { ${texts(99, at => `a${at}: customerGroup { id key }`)} } } }`, 153_500],
  ] as const)
    t.strictSame(
      await ask(document),
      {
        status: 400,
        errors: [refused(`The query may cost ${cost}; at most 100000 is allowed. ${askForLess}`)],
        statusCode: 400,
        message: `The query may cost ${cost}; at most 100000 is allowed. ${askForLess}`,
      },
      document.slice(0, 100),
    );
  t.equal(
    costOf('{ orders(limit: 500) { results { id customer { email } state { key } } } }'),
    7_000,
    'a reference and its fields for each order',
  );
});

const address = (at: number) => ({
  id: `a${at}`,
  key: `k${at}`,
  country: 'DE',
  city: 'Berlin',
});

test('serves 500 customers with all fields, and bounds a response that aliases make larger', async t => {
  const addresses = Array.from({ length: 3 }, (_, at) => address(at));
  const ids = addresses.map(({ id }) => id);
  await storeMany(
    quayside,
    projectKey,
    'customer',
    Array.from({ length: 500 }, (_, at) => ({
      email: `c${at}@example.com`,
      addresses: addresses.map(each => ({ ...each, company: 'Ltd' })),
      shippingAddressIds: ids,
      billingAddressIds: ids,
      defaultShippingAddressId: ids[0],
      stores: [],
      authenticationMode: 'Password',
      customerGroupAssignments: [],
      isEmailVerified: false,
    })),
  );
  const answer = await ask(pageOf('customers'));
  matchWhole(t, answer, {
    status: 200,
    errors: undefined,
    data: { customers: { count: 500, results: { length: 500 } } },
  });
  matchWhole(t, answer.data.customers.results[499], {
    email: /^c\d+@example\.com$/,
    addresses: ids.map(id => ({ id, company: 'Ltd' })),
    billingAddresses: ids.map(id => ({ id })),
  });
  const fields = ownFields(schema, schema.getType('Address')!);
  const each = `{ id email ${texts(90, at => `a${at}: addresses ${fields}`)} }`;
  t.strictSame(await ask(`{ customers(limit: 500) { results ${each} } }`), {
    status: 200,
    data: null,
    errors: [refused(`The answer would have more than 2000000 values. ${askForLess}`)],
  });
});

test('bounds the characters of a response whose resources have long values', async t => {
  await storeMany(
    quayside,
    projectKey,
    'customer-group',
    Array.from({ length: 100 }, (_, at) => ({ name: `${at}${'x'.repeat(5_000)}` })),
  );
  t.strictSame(await ask(`{ customerGroups(limit: 500) { results { ${texts(99, at => `a${at}: name`)} } } }`), {
    status: 200,
    data: null,
    errors: [refused(`The answer would be longer than 16777216 characters. ${askForLess}`)],
  });
});
