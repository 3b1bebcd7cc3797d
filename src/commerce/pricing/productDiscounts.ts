/**
 * Discounts on products. Of the discounts that match a price, the one with the highest `sortOrder` applies, and no
 * other. The discounted price is computed whenever a price is read, so that no price is older than the discounts.
 */
import { spendWork, stepsOfWalk } from '../../base/shedding/boundedWork.js';
import type { TypeId } from '../../engine/schema/TypeId.js';
import { fractionDigitsOf, type TypedMoney } from '../values/money.js';
import type { DiscountedPrice, PriceScope } from '../values/price.js';
import type { ProductDiscountValue } from '../values/discount.js';
import { isValidAt, type Validity } from '../values/validity.js';
import { attributeFields } from './cartPredicate/itemFields.js';
import { compileCartPredicate, fieldsOfPredicate, toPlainValue, typesReadForPredicate } from './cartPredicate.js';
import { noReferences, type PredicateReferences } from './Catalogue.js';
import { difference, exactCents, withoutShare } from './moneyArithmetic.js';
import { copyWithKeys } from './referenceKeys.js';

export interface ProductDiscountRule extends Validity {
  readonly id: string;
  readonly value: ProductDiscountValue;
  readonly predicate: string;
  readonly sortOrder: string;
  readonly isActive: boolean;
}

/** A price as discounts see it: stored with a product, or by itself. */
export interface DiscountablePrice extends Omit<PriceScope, 'value'> {
  readonly id?: string;
  readonly key?: string;
  readonly value: TypedMoney;
  readonly custom?: object;
  /** A value that another service computed, which applies under an external discount. */
  readonly discounted?: DiscountedPrice;
}

type Attributes = readonly { readonly name: string; readonly value: unknown }[];

/** A variant of a product, with the members of both that predicates name. */
export interface DiscountableVariant {
  readonly product: {
    readonly id: string;
    readonly key?: string;
    readonly productType: { readonly typeId: string; readonly id: string };
  };
  readonly categories: readonly { readonly typeId: string; readonly id: string }[];
  /** Attributes that all variants of the product have. */
  readonly productAttributes?: Attributes;
  readonly variant: {
    readonly id: number;
    readonly sku?: string;
    readonly key?: string;
    readonly attributes?: Attributes;
  };
}

/** A reference with the key of its resource, where that was read. */
const withKey = <R extends { readonly id: string }>(reference: R | undefined, { keys }: PredicateReferences) =>
  reference && { ...reference, key: keys.get(reference.id) };

/** The categories of a product with their ancestors, each once. */
const categoriesOf = (
  categories: readonly { readonly id: string }[],
  references: PredicateReferences,
): { readonly id: string; readonly key?: string }[] => {
  const ids = new Set(categories.flatMap(({ id }) => [id, ...(references.ancestors?.get(id) ?? [])]));
  return [...ids].map(id => ({ typeId: 'category', id, key: references.keys.get(id) }));
};

const variantFields = (
  { product, categories, productAttributes = [], variant }: DiscountableVariant,
  references: PredicateReferences,
) => ({
  product: { id: product.id, key: product.key },
  productType: withKey(product.productType, references),
  sku: variant.sku,
  variantId: variant.id,
  variant: { id: variant.id, sku: variant.sku, key: variant.key },
  ...attributeFields([...productAttributes, ...(variant.attributes ?? [])]),
  categories: categories.map(each => withKey(each, references)),
  categoriesWithAncestors: categoriesOf(categories, references),
});

const priceFields = (
  { id, key, value, country, customerGroup, channel, validFrom, validUntil, custom }: DiscountablePrice,
  references: PredicateReferences,
) => {
  const buyer = {
    country,
    customerGroup: withKey(customerGroup, references),
    channel: withKey(channel, references),
  };
  const cents = exactCents(value);
  const amounts = {
    amount: cents.shiftedBy(-fractionDigitsOf(value.currencyCode)).toNumber(),
    centAmount: cents.toNumber(),
    currency: value.currencyCode,
    currencyCode: value.currencyCode,
  };
  const own = { id, key, value, validFrom, validUntil, custom: copyWithKeys(custom, references.keys) };
  return { ...amounts, ...buyer, price: { ...value, ...amounts, ...buyer, ...own } };
};

/** Returns the price after a discount; undefined if the discount has no value for it. No predicate is evaluated. */
const discountedValue = (
  { id, value }: ProductDiscountRule,
  price: DiscountablePrice,
): DiscountedPrice['value'] | undefined => {
  switch (value.type) {
    case 'relative':
      // Rounds in favour of the customer, whatever mode the project has.
      return withoutShare(price.value, value.permyriad, 'HalfDown');
    case 'absolute': {
      const amount = value.money.find(({ currencyCode }) => currencyCode === price.value.currencyCode);
      return amount && difference(price.value, amount);
    }
    case 'external':
      return price.discounted?.discount.id === id ? price.discounted.value : undefined;
  }
};

/** Tells whether the discount has a value for prices in a currency. */
const hasCurrency = ({ value }: ProductDiscountRule, currencyCode: string): boolean =>
  value.type !== 'absolute' || value.money.some(each => each.currencyCode === currencyCode);

/** The types of the resources that have to be read before the predicates of discounts are evaluated. */
export const typesReadForDiscounts = (rules: readonly ProductDiscountRule[]): ReadonlySet<TypeId> =>
  new Set(rules.flatMap(({ predicate }) => typesReadForPredicate({ text: predicate, scope: 'product' })));

/** The fields of products and variants; all others are those of a price. */
const variantNames: ReadonlySet<string> = new Set([
  'product',
  'productType',
  'sku',
  'variantId',
  'variant',
  'attributes',
  'categories',
  'categoriesWithAncestors',
]);

interface Candidate {
  readonly rule: ProductDiscountRule;
  /** True if the predicate has to be evaluated for each price of the variant. */
  readonly readsPrice: boolean;
}

const candidatesByRules = new WeakMap<readonly ProductDiscountRule[], readonly Candidate[]>();

/** The discounts in their order. A thread keeps the rules of a project, and what follows from them. */
const candidatesOf = (rules: readonly ProductDiscountRule[]): readonly Candidate[] => {
  const known = candidatesByRules.get(rules);
  if (known !== undefined) return known;
  const candidates = rules
    .toSorted((a, b) => (a.sortOrder < b.sortOrder ? 1 : -1))
    .map(rule => ({
      rule,
      readsPrice: fieldsOfPredicate(rule.predicate).some(({ steps: [name = ''] }) => !variantNames.has(name)),
    }));
  candidatesByRules.set(rules, candidates);
  return candidates;
};

/** The discounts of one moment; all prices of an answer are computed with the same ones. */
export class ProductDiscounts {
  readonly #candidates: readonly Candidate[];
  readonly #candidatesByVariant = new WeakMap<object, readonly Candidate[]>();

  /** Keeps the active discounts that are valid at a time. */
  constructor(
    rules: readonly ProductDiscountRule[],
    at: string,
    private readonly references = noReferences,
  ) {
    this.#candidates = candidatesOf(rules).filter(({ rule }) => isValidAt(rule, at));
  }

  /** The price with the value of the discount that applies to it, or without one. */
  apply<P extends DiscountablePrice>(price: P, variant: DiscountableVariant | undefined): P {
    const discounted = variant && this.#discounted(price, variant);
    if (discounted === undefined && price.discounted === undefined) return price;
    return { ...toPlainValue(price), discounted };
  }

  /** The first discount that matches the price, also an external one that gives it no value yet. */
  matching(price: DiscountablePrice, variant: DiscountableVariant): ProductDiscountRule | undefined {
    return this.#matching(price, variant).next().value;
  }

  #discounted(price: DiscountablePrice, variant: DiscountableVariant): DiscountedPrice | undefined {
    for (const rule of this.#matching(price, variant)) {
      const value = discountedValue(rule, price);
      if (value !== undefined) return { value, discount: { typeId: 'product-discount', id: rule.id } };
    }
    return undefined;
  }

  *#matching(price: DiscountablePrice, variant: DiscountableVariant): Generator<ProductDiscountRule, undefined> {
    let fields: object | undefined;
    for (const { rule, readsPrice } of this.#candidatesFor(variant)) {
      spendWork(stepsOfWalk);
      if (!hasCurrency(rule, price.value.currencyCode)) continue;
      if (readsPrice) {
        fields ??= { ...variantFields(variant, this.references), ...priceFields(price, this.references) };
        if (!compileCartPredicate(rule.predicate)(fields)) continue;
      }
      yield rule;
    }
    return undefined;
  }

  /** The discounts that may match a price of the variant. */
  #candidatesFor(variant: DiscountableVariant): readonly Candidate[] {
    const known = this.#candidatesByVariant.get(variant.variant);
    if (known !== undefined) return known;
    const fields = variantFields(variant, this.references);
    const candidates = this.#candidates.filter(({ rule, readsPrice }) => {
      spendWork(stepsOfWalk);
      return readsPrice || compileCartPredicate(rule.predicate)(fields);
    });
    this.#candidatesByVariant.set(variant.variant, candidates);
    return candidates;
  }
}
