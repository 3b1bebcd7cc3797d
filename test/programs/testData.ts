/** Drafts that `composable-commerce-test-data` makes are accepted, with references to resources of the project. */
import { createSample } from '../support/createSample.js';
import { referenceTo } from '../support/drafts.js';
import { createProjectApi } from '../support/resourceApi.js';
import { load } from './support/packages.js';
import { startProgram } from './support/startProgram.js';

const { address, credentials, projectKey, quayside, test } = await startProgram('testData', {
  project: {
    currencies: ['EUR', 'USD', 'GBP'],
    languages: ['en', 'de', 'fr', 'de-DE', 'en-GB', 'en-US', 'es-ES', 'fr-FR'],
  },
});
const { http } = await createProjectApi(quayside, credentials);
const token = await quayside.token(credentials);

type Members = Readonly<Record<string, unknown>>;
type Factory = { readonly random: () => { readonly build: () => Members } };

/** Returns a reference to a new resource of the project, in place of one that does not exist. */
const referenceToNew = async (typeId: string): Promise<object> =>
  referenceTo(typeId, await createSample({ quayside, http, projectKey }, typeId));

interface Row {
  readonly module: string;
  readonly path?: string;
  /** Returns members that replace those that refer to nothing, or that the factory leaves incomplete. */
  readonly replaced?: (draft: Members) => Promise<object>;
}

const rows: Readonly<Record<string, Row>> = {
  AttributeGroupDraftRest: { module: 'attribute-group' },
  CartDiscountDraft: {
    module: 'cart-discount',
    replaced: async () => ({
      target: { type: 'lineItems', predicate: '1=1' },
      value: { type: 'relative', permyriad: 1000 },
    }),
  },
  CategoryDraftRest: { module: 'category', path: 'categories' },
  ChannelDraftRest: { module: 'channel' },
  CustomObjectDraft: { module: 'custom-object' },
  // Random passwords without digits are refused as weak.
  CustomerDraft: { module: 'customer', replaced: async () => ({ password: 'secret-123' }) },
  CustomerGroupDraft: { module: 'customer-group' },
  DiscountCodeDraft: {
    module: 'discount-code',
    replaced: async () => ({ cartDiscounts: [await referenceToNew('cart-discount')] }),
  },
  DiscountGroupDraftRest: { module: 'discount-group' },
  InventoryEntryDraftRest: { module: 'inventory-entry', path: 'inventory' },
  // Transactions of random types would refund amounts that were never charged.
  PaymentDraftRest: { module: 'payment', replaced: async () => ({ transactions: [] }) },
  ProductDiscountDraft: { module: 'product-discount' },
  ProductDraftRest: {
    module: 'product',
    replaced: async ({ masterVariant }) => ({
      productType: await referenceToNew('product-type'),
      masterVariant: { ...(masterVariant as object), attributes: [], prices: [] },
      variants: [],
    }),
  },
  ProductSelectionDraftRest: { module: 'product-selection' },
  ProductTypeDraftRest: { module: 'product-type' },
  ReviewDraft: { module: 'review' },
  ShippingMethodDraftRest: {
    module: 'shipping-method',
    replaced: async () => ({ taxCategory: await referenceToNew('tax-category'), zoneRates: [], isDefault: false }),
  },
  ShoppingListDraftRest: { module: 'shopping-list' },
  StandalonePriceDraft: { module: 'standalone-price' },
  // The random roles belong to other types; RecurringOrderState belongs to a part that is not offered yet.
  StateDraftRest: { module: 'state', replaced: async () => ({ type: 'OrderState', roles: null }) },
  StoreDraftRest: { module: 'store', replaced: async () => ({ countries: [{ code: 'DE' }] }) },
  TaxCategoryDraft: {
    module: 'tax-category',
    path: 'tax-categories',
    replaced: async ({ rates }) => ({ rates: (rates as readonly object[]).map(rate => ({ ...rate, amount: 0.19 })) }),
  },
  TypeDraft: { module: 'type' },
  ZoneDraftRest: { module: 'zone' },
};

const isReference = (value: unknown): boolean => typeof value === 'object' && value !== null && 'typeId' in value;

/** Removes references from a value, and custom fields, which refer to a Type. */
const withoutReferences = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.filter(each => !isReference(each)).map(withoutReferences);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name, member]) => !isReference(member) && name !== 'custom');
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutReferences(member)]));
};

for (const [name, { module, path = `${module}s`, replaced }] of Object.entries(rows))
  test(`${name} is accepted at ${path}`, async t => {
    const factories = load<Readonly<Record<string, Factory>>>(`@commercetools/composable-commerce-test-data/${module}`);
    for (let round = 0; round < 5; round++) {
      const draft = factories[name]!.random().build();
      const body = { ...(withoutReferences(draft) as Members), ...(await replaced?.(draft)) };
      const answer = await fetch(`${address}/${projectKey}/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      t.equal(answer.ok, true, `${await answer.text()} ${JSON.stringify(body)}`);
    }
  });
