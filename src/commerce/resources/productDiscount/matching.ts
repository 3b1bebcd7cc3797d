/** Tells which discount applies to a given price of a variant. */
import type { Static } from '@sinclair/typebox';
import { fail } from '../../../base/errors/ApiError.js';
import { boundedWork } from '../../../base/shedding/boundedWork.js';
import { assertValid, compileValidator } from '../../../engine/define/compileValidator.js';
import { readJsonObject } from '../../../engine/document/json.js';
import type { Engine } from '../../../engine/Engine.js';
import { loadMany } from '../../../engine/loadResources.js';
import type { ResourceRequest, Response } from '../../../engine/ResourceRequest.js';
import { Named } from '../../../engine/schema/Named.js';
import {
  CountryCode,
  Flag,
  IntegerFrom,
  List,
  NonEmptyText,
  Optional,
  Shape,
} from '../../../engine/schema/primitives.js';
import { LooseReference } from '../../../engine/schema/reference.js';
import { Type } from '../../../engine/schema/Type.js';
import type { DiscountablePrice, DiscountableVariant } from '../../pricing/productDiscounts.js';
import { typedMoneyOf } from '../../pricing/typedMoneyOf.js';
import { TypedMoneyDraft } from '../../values/money.js';
import { validity } from '../../values/validity.js';
import {
  type DiscountedData,
  type DiscountedProduct,
  loadProductDiscounts,
  variantWithId,
} from '../shared/productDiscounts.js';

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
