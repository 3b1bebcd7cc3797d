/**
 * An update action that concerns one element of a list leaves the others as they are, in their order: each list has
 * three elements and gets a fourth; then the second one is changed and at last removed.
 */
import { definitions } from '../../../src/commerce/resources/index.js';
import { startShop } from '../../support/cartShop.js';
import { createType } from '../../support/drafts.js';
import type { Resource } from '../../support/resourceApi.js';
import { test } from '../../support/tap.js';
import { catalogCases } from './elements/catalogCases.js';
import type { Element } from './elements/ListCase.js';
import { shopCases } from './elements/orderCases.js';

const shop = await startShop();
const holders =
  'address asset customer line-item custom-line-item order-delivery order-parcel order-return-item product-price ' +
  'shopping-list shopping-list-text-line-item transaction';
const type = await createType(shop.createIn, holders.split(' '));
const cases = [...(await catalogCases(shop as never, type)), ...(await shopCases(shop, type))];

const listOf = (resource: Resource, path: string): readonly unknown[] =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>>)[name], resource) as unknown[];

/** Takes the elements of a list that stand in another one unchanged. */
const keptOf = (list: readonly unknown[], others: readonly unknown[]): readonly unknown[] => {
  const texts = new Set(others.map(each => JSON.stringify(each)));
  return list.filter(each => texts.has(JSON.stringify(each)));
};

const nameOf = (make: (element: never) => Element): string => make({} as never).action as string;

for (const { path, list, create, adds = [], actions } of cases)
  test(`${path}: ${list} keeps the other elements when one changes, by ${nameOf(actions[0]!)} and others`, async t => {
    let resource = await create();
    for (const action of adds) {
      const before = listOf(resource, list);
      resource = await shop.resourcesAt(path).update(resource, action);
      const after = listOf(resource, list);
      t.strictSame(keptOf(after, before), before, `${action.action as string} keeps all`);
      t.equal(after.length, before.length + 1, `${action.action as string} adds one element`);
    }
    for (const make of actions) {
      const before = listOf(resource, list);
      const others = [...before.slice(0, 1), ...before.slice(2)];
      const action = make(before[1] as never) as Element & { readonly action: string };
      resource = await shop.resourcesAt(path).update(resource, action);
      const after = listOf(resource, list);
      t.strictSame(keptOf(after, others), others, `${action.action} keeps the others`);
      t.ok(after.length - others.length <= 1, `${action.action} adds no element`);
      t.notSame(after, before, `${action.action} changes the element`);
    }
  });

/** The members of payloads that name an element of a list. */
const naming =
  /^(?:addressId|addressKey|transactionId|fieldName|attributeName|taxRateId|lineItemId|customLineItemId|textLineItemId|assetId|variantId|priceId|imageUrl|deliveryId|parcelId|returnItemId)$/;

/** Actions that move elements, change all of them or add one. */
const ofWholeLists = [
  'customers setDefaultShippingAddress',
  'customers setDefaultBillingAddress',
  'customers addShippingAddressId',
  'customers addBillingAddressId',
  'types removeEnumValues',
  'types removeLocalizedEnumValues',
  'product-types changeAttributeConstraint',
  'product-types changePlainEnumValueOrder',
  'product-types changeLocalizedEnumValueOrder',
  'products revertStagedVariantChanges',
  'products changeMasterVariant',
  'products moveImageToPosition',
  'products setDiscountedPrice',
  'products changeAssetOrder',
  'product-tailoring moveImageToPosition',
  'product-tailoring changeAssetOrder',
  'carts addLineItem',
  'carts setLineItemRecurrenceInfo',
  'carts setCustomLineItemRecurrenceInfo',
  'shopping-lists addLineItem',
];

test('the lists name every update action that concerns an element', t => {
  const tried = new Set(
    cases.flatMap(({ path, actions }) => actions.map(make => `${path} ${make({} as never).action as string}`)),
  );
  const concerned = definitions.flatMap(({ path, actions = {} }) =>
    Object.entries(actions)
      .filter(([, { schema }]) => Object.keys(schema.properties as object).some(name => naming.test(name)))
      .map(([action]) => `${path} ${action}`),
  );
  t.same(
    concerned.filter(action => !tried.has(action)),
    ofWholeLists,
  );
  t.end();
});
