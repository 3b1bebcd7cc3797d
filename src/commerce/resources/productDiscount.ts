import type { Static } from '@sinclair/typebox';
import type { Base } from '../../engine/define/Base.js';
import {
  Flag,
  Key,
  List,
  LocalizedString,
  Optional,
  Shape,
  LocalizedText,
  CountryCode,
  IntegerFrom,
  NonEmptyText,
} from '../../engine/schema/primitives.js';
import { LooseReference } from '../../engine/schema/reference.js';
import { ProductDiscountValue, ProductDiscountValueDraft, ProductPredicate } from '../values/discount.js';
import { validity, validityActions, assertValidity } from '../values/validity.js';
import { SortOrder, activeOnly } from './shared/discounts.js';
import { assertCartPredicate, fieldsOfPredicate } from '../pricing/cartPredicate.js';
import { fail, invalidOperation, invalidField, requireMember } from '../../base/errors/ApiError.js';
import { moneyOf, TypedMoneyDraft } from '../values/money.js';
import { type ActionTable, action, change, set, unchanged, setFrom } from '../../engine/define/actions.js';
import { boundedWork } from '../../base/shedding/boundedWork.js';
import { assertValid, compileValidator } from '../../engine/define/compileValidator.js';
import { readJsonObject } from '../../engine/document/json.js';
import type { Engine } from '../../engine/Engine.js';
import { loadMany } from '../../engine/loadResources.js';
import type { ResourceRequest, Response } from '../../engine/ResourceRequest.js';
import { Named } from '../../engine/schema/Named.js';
import { Type } from '../../engine/schema/Type.js';
import type { DiscountablePrice, DiscountableVariant } from '../pricing/productDiscounts.js';
import { typedMoneyOf } from '../pricing/typedMoneyOf.js';
import {
  type DiscountedData,
  type DiscountedProduct,
  loadProductDiscounts,
  variantWithId,
  productDiscountsStamp,
} from './shared/productDiscounts.js';
import { limits } from '../../base/config/limits.js';
import type { BeforeCommit } from '../../engine/define/BeforeCommit.js';
import { creation, defineResource } from '../../engine/define/defineResource.js';

const named = { name: LocalizedText, key: Optional(Key), description: Optional(LocalizedString) };

/** The types of the resources that predicates name by their ids. They can be deleted: then nothing matches. */
const referredTypes = ['product', 'product-type', 'category', 'customer-group', 'channel'] as const;

const ProductDiscountMembers = Shape({
  ...named,
  value: ProductDiscountValue,
  predicate: ProductPredicate,
  sortOrder: SortOrder,
  isActive: Flag,
  references: List(LooseReference(...referredTypes)),
  ...validity,
});

const ProductDiscountDraft = Shape({
  ...named,
  value: ProductDiscountValueDraft,
  predicate: ProductPredicate,
  sortOrder: SortOrder,
  isActive: Optional(Flag),
  ...validity,
});

type ProductDiscount = Base & Static<typeof ProductDiscountMembers>;

type ReferredType = ProductDiscount['references'][number]['typeId'];

const typesByField: ReadonlyMap<string, ReferredType> = new Map([
  ['product', 'product'],
  ['productType', 'product-type'],
  ['categories', 'category'],
  ['categoriesWithAncestors', 'category'],
  ['customerGroup', 'customer-group'],
  ['channel', 'channel'],
]);

/** The resources that a predicate names by their ids, each once. */
const referencesIn = (predicate: string): ProductDiscount['references'] => {
  const found = new Map<string, ProductDiscount['references'][number]>();
  for (const { steps, values = [] } of fieldsOfPredicate(predicate)) {
    const typeId = typesByField.get(steps.at(-2) ?? '');
    if (typeId === undefined || steps.at(-1) !== 'id') continue;
    for (const id of values) if (typeof id === 'string') found.set(`${typeId}/${id}`, { typeId, id });
  }
  return [...found.values()];
};

/** The members that follow from a predicate. Refuses one that is not about products and their prices. */
const predicateMembers = (predicate: string): Pick<ProductDiscount, 'predicate' | 'references'> => {
  assertCartPredicate(predicate, 'predicate', 'product');
  return { predicate, references: referencesIn(predicate) };
};

/** The stored form of a value, with the members of its type. Refuses two amounts of one currency. */
const productDiscountValueOf = ({ type, permyriad, money }: ProductDiscountValueDraft): ProductDiscountValue => {
  if (type === 'external') return { type };
  if (type === 'relative')
    return { type, permyriad: requireMember(permyriad, 'value.permyriad', 'a relative discount') };
  const monies = requireMember(money, 'value.money', 'an absolute discount').map(moneyOf);
  const currencies = monies.map(({ currencyCode }) => currencyCode);
  if (monies.length === 0 || new Set(currencies).size < monies.length)
    throw invalidOperation(
      'An absolute discount has at least one amount, and one for each currency; ' +
        `got ${currencies.join(', ') || 'none'}.`,
    );
  const negative = monies.find(({ centAmount }) => centAmount < 0);
  if (negative !== undefined) throw invalidField('value.money', negative, 'Expected an amount that is not negative.');
  return { type, money: monies };
};

const actions: ActionTable<ProductDiscount> = {
  changeValue: setFrom('value', ProductDiscountValueDraft, productDiscountValueOf),
  changePredicate: action({ predicate: ProductPredicate }, (discount: ProductDiscount, { predicate }) =>
    discount.predicate === predicate ? unchanged : { set: predicateMembers(predicate) },
  ),
  changeIsActive: change<ProductDiscount>('isActive', Flag),
  changeName: change<ProductDiscount>('name', LocalizedText),
  changeSortOrder: change<ProductDiscount>('sortOrder', SortOrder),
  setDescription: set<ProductDiscount>('description', LocalizedString),
  setKey: set<ProductDiscount>('key', Key),
  ...validityActions,
};

/** The price for which the endpoint `matching` finds the discount. */
const QueryPrice = Named(
  'QueryPrice',
  Shape({
    id: Optional(NonEmptyText),
    value: TypedMoneyDraft,
    country: Optional(CountryCode),
    customerGroup: Optional(LooseReference('customer-group')),
    channel: Optional(LooseReference('channel')),
    ...validity,
    // No predicate can name the other members.
    discounted: Optional(Type.Any()),
    custom: Optional(Type.Any()),
    tiers: Optional(List(Type.Any())),
  }),
);

export const ProductDiscountMatchQuery = Named(
  'ProductDiscountMatchQuery',
  Shape({
    productId: NonEmptyText,
    variantId: IntegerFrom(1, Number.MAX_SAFE_INTEGER),
    staged: Flag,
    price: QueryPrice,
  }),
);

type MatchQuery = Static<typeof ProductDiscountMatchQuery>;

interface StoredProduct extends DiscountedProduct {
  readonly version: number;
  readonly masterData: {
    readonly published: boolean;
    readonly current: DiscountedData;
    readonly staged: DiscountedData;
  };
}

const validate = compileValidator(ProductDiscountMatchQuery);

const readQuery = (body: Uint8Array): MatchQuery => {
  const query = readJsonObject(body);
  assertValid(validate(query));
  return query as MatchQuery;
};

/** The variant as it is on sale, or as it is staged; undefined where there is none. */
const findVariant = async (
  engine: Engine,
  projectKey: string,
  { productId, variantId, staged }: MatchQuery,
): Promise<DiscountableVariant | undefined> => {
  const product = (await loadMany(engine, projectKey, 'product', [productId])).get(productId) as
    | StoredProduct
    | undefined;
  if (product === undefined || !(staged || product.masterData.published)) return undefined;
  return variantWithId(product, product.masterData[staged ? 'staged' : 'current'], variantId);
};

const priceText = ({ value: { currencyCode, centAmount, preciseAmount } }: MatchQuery['price']): string =>
  `${preciseAmount ?? centAmount} ${currencyCode}`;

const findDiscount = async (engine: Engine, projectKey: string, query: MatchQuery): Promise<string | undefined> => {
  const price = { ...query.price, discounted: undefined, value: typedMoneyOf(query.price.value, 'price.value') };
  const variant = await findVariant(engine, projectKey, query);
  if (variant === undefined) return undefined;
  const discounts = await loadProductDiscounts(engine, projectKey, engine.now().toISOString(), () => ({
    products: [{ ...variant.product, data: [variant] }],
    prices: [price as DiscountablePrice],
  }));
  return boundedWork('query', () => discounts?.matching(price as DiscountablePrice, variant)?.id);
};

/** Answers with the first discount that matches, also an external one. */
export const matchingProductDiscount = async (engine: Engine, request: ResourceRequest): Promise<Response> => {
  const { projectKey } = request;
  const query = readQuery(request.body);
  const id = await findDiscount(engine, projectKey, query);
  const body = id === undefined ? null : await engine.store.body(projectKey, 'product-discount', id);
  if (body === null) {
    const { productId, variantId, price } = query;
    throw fail('NoMatchingProductDiscountFound', { productId, variantId, price: priceText(price) });
  }
  return { status: 200, body };
};

const draft = creation<ProductDiscount, typeof ProductDiscountDraft>(ProductDiscountDraft, given => {
  const { isActive = true, ...plain } = given;
  assertValidity(given);
  return {
    members: {
      ...plain,
      value: productDiscountValueOf(given.value),
      ...predicateMembers(given.predicate),
      isActive,
    },
  };
});

/**
 * Refuses more active discounts than prices are tried with. They are counted before the commit, so concurrent changes
 * may exceed the limit; the oldest ones apply then.
 */
const assertActiveDiscountsBelowLimit: BeforeCommit<ProductDiscount> = async (
  { store },
  { projectKey, before, after },
) => {
  if (!after.isActive || before?.isActive === true) return {};
  const max = limits.activeProductDiscountsMax;
  const count = await store.commonIdCount(projectKey, 'product-discount', [activeOnly], max);
  if ((count ?? 0) >= max)
    throw fail('MaxResourceLimitExceeded', { exceededResource: 'product-discount', max, detail: ' that are active' });
  return {};
};

/** A discount on the prices of products that match a predicate; of several, the one with the highest `sortOrder`. */
export const productDiscount = defineResource<ProductDiscount>({
  typeId: 'product-discount',
  path: 'product-discounts',
  shared: true,
  scopes: { read: ['view_product_discounts', 'view_products'], write: ['manage_product_discounts', 'manage_products'] },
  resource: ProductDiscountMembers,
  draft,
  actions,
  unique: ['key', 'sortOrder'],
  indexes: ['isActive'],
  search: { dependents: ['product'] },
  stamps: () => [productDiscountsStamp],
  beforeCommit: assertActiveDiscountsBelowLimit,
  behindReferences: {
    places: { 'discounted.discount': 'a price that the discount lowers' },
    members: {
      name: 'shops write it beside the old price',
      description: 'as above',
      value: 'shops write "20 %" beside the old price',
      isActive: 'it lowers a price, which tells that it is active',
      validFrom: 'shops tell how long a price is lowered',
      validUntil: 'as above',
    },
    alsoToWriters: 'shops of the vendor have a scope for all orders, whose import takes the key of a discount',
  },
});
