/** A cart with all values that its amounts depend on. Names stand for ids; amounts have the currency of the cart. */
export const currencies = { EUR: 2, JPY: 0, KWD: 3 } as const;
export type Currency = keyof typeof currencies;
export type Rounding = 'HalfEven' | 'HalfUp' | 'HalfDown';
export type Group = 'group-a' | 'group-b';
export type Channel = 'channel-a' | 'channel-b';
export type Country = 'DE' | 'FR' | 'US';
export type Store = 'store-a' | 'store-b';
/** Ann has a key and a tier, Bob has neither. */
export type Customer = 'ann' | 'bob';
export const classifications = ['small', 'large'] as const;
export type Classification = (typeof classifications)[number];
/** The value by which the project selects tiers of shipping rates. */
export type RateInputType = 'CartValue' | 'CartScore' | 'CartClassification';
export type TaxMode = 'Platform' | 'External' | 'ExternalAmount' | 'Disabled';

/** An amount in cents; with `digits`, in units with that many digits more than the currency has. */
export type Value = { readonly amount: number; readonly digits?: number };

export type Rate = {
  readonly name: string;
  readonly amount: number;
  readonly includedInPrice: boolean;
  readonly subRates?: readonly { readonly name: string; readonly amount: number }[];
};

export type PriceCase = {
  readonly value: Value;
  readonly country?: Country;
  readonly group?: Group;
  readonly channel?: Channel;
  readonly period?: 'past' | 'present' | 'future';
  readonly tiers?: readonly { readonly minimumQuantity: number; readonly value: Value }[];
};

export type ProductCase = {
  readonly priceMode: 'Embedded' | 'Standalone';
  /** The place of the tax category in `taxCategories`. */
  readonly tax: number;
  readonly prices: readonly PriceCase[];
};

export type External =
  | { readonly type: 'price'; readonly value: Value }
  | { readonly type: 'total'; readonly value: Value; readonly total: number };

export type LineCase = {
  readonly product: ProductCase;
  readonly quantity: number;
  readonly channel?: Channel;
  readonly external?: External;
  /** The rate in tax mode External, or the rate of the tax amount in ExternalAmount. */
  readonly rate?: Rate;
  /** The amount by which the gross amount exceeds the price in tax mode ExternalAmount. */
  readonly taxAmount: number;
  readonly note?: string;
};

export type CustomLineCase = {
  readonly value: Value;
  readonly quantity: number;
  readonly tax: number;
  readonly rate?: Rate;
  readonly taxAmount: number;
  readonly priceMode: 'Standard' | 'External';
  readonly note?: string;
};

export type ShippingTier =
  | { readonly type: 'CartValue'; readonly minimumCentAmount: number; readonly price: number }
  /** This tier has a price, or the function `(factor * x) + offset`. */
  | {
      readonly type: 'CartScore';
      readonly score: number;
      readonly price?: number;
      readonly factor?: number;
      readonly offset?: number;
    }
  | { readonly type: 'CartClassification'; readonly value: Classification; readonly price: number };

export type ShippingCase = {
  /** True if the cart has a rate of its own, instead of that of a shipping method. */
  readonly isCustom: boolean;
  /** Absent if the cart has a rate of its own without a tax category. */
  readonly tax?: number;
  readonly rate?: Rate;
  readonly taxAmount: number;
  readonly price: number;
  readonly freeAbove?: number;
  readonly tiers: readonly ShippingTier[];
};

export type ItemPredicate =
  | { readonly type: 'all' }
  /** Selects line items by their place, and custom line items by a slug that has the place. */
  | { readonly type: 'at'; readonly places: readonly number[] }
  | { readonly type: 'quantity'; readonly above: number }
  | { readonly type: 'totalPrice'; readonly above: number }
  | { readonly type: 'note'; readonly is: string }
  | { readonly type: 'not'; readonly of: ItemPredicate };

/** Quarters of the value of the undiscounted cart, plus `offset`, so that both results of a comparison are frequent. */
export type Threshold = { readonly quarters: number; readonly offset: number };
export type Operator = '>' | '>=' | '<' | '<=' | '=' | '!=';
export type Kind = 'lineItems' | 'customLineItems';

/** Predicates on the store and on the customer of a cart, and on custom fields. */
export type MemberPredicate =
  | { readonly name: 'store'; readonly is: Store }
  | { readonly name: 'customer'; readonly by: 'key' | 'email'; readonly is: Customer }
  /** Compares a custom field of the customer. */
  | { readonly name: 'tier'; readonly is: string }
  | { readonly name: 'customersGroup'; readonly is: Group }
  | { readonly name: 'note'; readonly operator: '=' | '!='; readonly is: string }
  | { readonly name: 'noteIn'; readonly of: readonly string[] }
  | { readonly name: 'hasNote' }
  | { readonly name: 'level' | 'fee'; readonly operator: Operator; readonly is: number }
  | { readonly name: 'isGift'; readonly is: boolean }
  | { readonly name: 'tags'; readonly quantifier: 'any' | 'all'; readonly of: readonly string[] };

export type CartPredicate =
  | { readonly type: 'all' }
  | { readonly type: 'currency'; readonly is: Currency }
  | { readonly type: 'country'; readonly is: Country }
  | { readonly type: 'customerGroup'; readonly is: Group }
  | { readonly type: 'member'; readonly of: MemberPredicate }
  | { readonly type: 'totalPrice'; readonly operator: Operator; readonly threshold: Threshold }
  | {
      readonly type: 'taxedPrice';
      readonly side: 'net' | 'gross';
      readonly operator: Operator;
      readonly threshold: Threshold;
    }
  | {
      readonly type: 'sum';
      readonly kind: Kind;
      readonly side: 'price' | 'net' | 'gross';
      readonly of: ItemPredicate;
      readonly operator: Operator;
      readonly threshold: Threshold;
    }
  | {
      readonly type: 'count';
      readonly kind: Kind;
      readonly of: ItemPredicate;
      readonly operator: Operator;
      readonly threshold: Threshold;
    }
  | { readonly type: 'not'; readonly of: CartPredicate }
  | { readonly type: 'and' | 'or'; readonly of: readonly CartPredicate[] };

export type ApplicationMode = 'ProportionateDistribution' | 'EvenDistribution' | 'IndividualApplication';
export type DiscountValue =
  | { readonly type: 'relative'; readonly permyriad: number; readonly applicationMode?: ApplicationMode }
  | { readonly type: 'absolute'; readonly amount: number; readonly applicationMode?: ApplicationMode }
  | { readonly type: 'fixed'; readonly value: Value; readonly applicationMode?: ApplicationMode }
  | { readonly type: 'giftLineItem'; readonly product: ProductCase; readonly isPublished: boolean };

/** Selects units of items: by default at least one, and all that match. */
export type PatternComponent = {
  readonly kind: Kind;
  readonly predicate: ItemPredicate;
  readonly minCount?: number;
  readonly maxCount?: number;
  /** The units that match first are used up and not discounted; only for targets. */
  readonly excludeCount?: number;
};

export type DiscountTarget =
  | { readonly type: Kind; readonly predicate: ItemPredicate }
  | {
      readonly type: 'multiBuyLineItems' | 'multiBuyCustomLineItems';
      readonly predicate: ItemPredicate;
      readonly triggerQuantity: number;
      readonly discountedQuantity: number;
      readonly maxOccurrence?: number;
      readonly selectionMode: 'Cheapest' | 'MostExpensive';
    }
  | {
      readonly type: 'pattern';
      readonly triggerPattern: readonly PatternComponent[];
      readonly targetPattern: readonly PatternComponent[];
      readonly maxOccurrence?: number;
      readonly selectionMode: 'Cheapest' | 'MostExpensive';
    }
  | { readonly type: 'shipping' }
  | { readonly type: 'totalPrice' };

export type DiscountCase = {
  readonly value: DiscountValue;
  /** Absent for a gift. */
  readonly target?: DiscountTarget;
  readonly predicate: CartPredicate;
  readonly stops: boolean;
  readonly isActive: boolean;
  readonly period?: 'past' | 'present' | 'future';
  /** The stores whose carts get the discount; absent for all carts. */
  readonly stores?: readonly Store[];
  /** True if it is in the group, which has the place of its first discount. */
  readonly inGroup: boolean;
  /** The code that the discount needs; the cart has it if `isAdded`. */
  readonly code?: { readonly isAdded: boolean; readonly predicate: CartPredicate };
};

/** A discount on the products of some line items. */
export type ProductDiscountCase = {
  readonly places: readonly number[];
  /** The condition of the predicate on a price. */
  readonly condition:
    | { readonly type: 'all' }
    | { readonly type: 'country'; readonly is: Country }
    | { readonly type: 'group'; readonly is: Group }
    | { readonly type: 'amount'; readonly from: number };
  readonly value:
    | { readonly type: 'relative'; readonly permyriad: number }
    | { readonly type: 'absolute'; readonly amount: number };
  readonly isActive: boolean;
  readonly period?: 'past' | 'present' | 'future';
};

/** Custom fields of a cart; a fee has the currency of the cart. */
export type CustomFields = {
  readonly note?: string;
  readonly level?: number;
  readonly isGift?: boolean;
  readonly tags?: readonly string[];
  readonly fee?: number;
};

/** A change of a cart after its creation; amounts are compared after each step. */
export type Step =
  /** The customer gets other groups; without a customer, the cart gets another group. */
  | { readonly type: 'groups'; readonly customerGroup?: Group; readonly assignments: readonly Group[] }
  /** The variant of a line is removed, another one is added, and then one with the same SKU and its own prices. */
  | { readonly type: 'variant'; readonly place: number; readonly prices: readonly PriceCase[] }
  /** A replica takes the place of the cart, or of its order. */
  | { readonly type: 'replica'; readonly of: 'cart' | 'order' };

export type CartCase = {
  readonly currency: Currency;
  readonly country?: Country;
  /** The customer is in these groups: as `customerGroup` or by `customerGroupAssignments`. */
  readonly customerGroup?: Group;
  readonly assignments?: readonly Group[];
  readonly address?: { readonly country: 'DE' | 'US'; readonly state?: 'NY' };
  readonly rateInputType: RateInputType;
  readonly rateInput?:
    | { readonly type: 'Score'; readonly score: number }
    | { readonly type: 'Classification'; readonly key: Classification };
  readonly store?: Store;
  readonly customer?: Customer;
  readonly custom?: CustomFields;
  readonly taxMode: TaxMode;
  /** The tax mode before `changeTaxMode`, in a cart that is built by update actions. */
  readonly firstTaxMode: TaxMode;
  /** The tax of the whole cart in tax mode ExternalAmount: the gross minus the net amount, and its portions. */
  readonly totalTax?: {
    readonly amount: number;
    readonly portions: readonly { readonly name: string; readonly rate: number; readonly amount: number }[];
  };
  readonly priceRoundingMode: Rounding;
  readonly taxRoundingMode: Rounding;
  readonly taxCalculationMode: 'LineItemLevel' | 'UnitPriceLevel';
  readonly lineItems: readonly LineCase[];
  readonly customLineItems: readonly CustomLineCase[];
  readonly shipping?: ShippingCase;
  /** The discounts in the order of their application. */
  readonly discounts: readonly DiscountCase[];
  /** The discounts on products; the one with the highest place comes first. */
  readonly productDiscounts: readonly ProductDiscountCase[];
  /** `Stacking` if discounts on products and on carts both apply. */
  readonly mode: 'Stacking' | 'BestDeal';
  /** True if the group of the discounts is active. */
  readonly isGroupActive: boolean;
  /** True if the discounts are the direct ones of the cart. */
  readonly isDirect: boolean;
  /** True if the cart is built by update actions; otherwise it comes from one draft. */
  readonly isUpdated: boolean;
  readonly steps: readonly Step[];
  /** The name of a customer that no other cart has, since steps change the groups. */
  readonly owner?: string;
  /** The cart before its steps, for which the thresholds of predicates were made. */
  readonly made?: CartCase;
};

type CategoryRate = Rate & { readonly country: 'DE' | 'US'; readonly state?: 'NY' };

const at = (country: 'DE' | 'US', rate: Rate, state?: 'NY'): CategoryRate => ({
  ...rate,
  country,
  ...(state === undefined ? {} : { state }),
});
const included = (name: string, amount: number): Rate => ({ name, amount, includedInPrice: true });
const added = (name: string, amount: number): Rate => ({ name, amount, includedInPrice: false });

/** Two rates of one name and amount add up to one portion; sub rates are portions of their own. */
export const rates = {
  standard: included('MwSt', 0.19),
  reduced: included('MwSt', 0.07),
  half: added('Half', 0.5),
  small: added('Small', 0.05),
  none: included('None', 0),
  whole: included('Whole', 1),
  tiny: added('Tiny', 0.123456789),
  standardAdded: added('MwSt', 0.19),
  split: {
    ...added('Sales', 0.08875),
    subRates: [
      { name: 'State', amount: 0.04 },
      { name: 'City', amount: 0.045 },
      { name: 'District', amount: 0.00375 },
    ],
  },
  splitIncluded: {
    ...included('Sales', 0.1),
    subRates: [
      { name: 'State', amount: 0.05 },
      { name: 'City', amount: 0.05 },
    ],
  },
} as const satisfies Record<string, Rate>;

export const taxCategories: readonly (readonly CategoryRate[])[] = [
  [at('DE', rates.standard), at('US', rates.none), at('US', rates.small, 'NY')],
  [at('DE', rates.reduced), at('US', rates.split), at('US', rates.half, 'NY')],
  [at('DE', rates.half), at('US', rates.standard), at('US', rates.split, 'NY')],
  [at('DE', rates.small), at('US', rates.tiny), at('US', rates.none, 'NY')],
  [at('DE', rates.none), at('US', rates.half), at('US', rates.splitIncluded, 'NY')],
  [at('DE', rates.split), at('US', rates.whole), at('US', rates.standard, 'NY')],
  [at('DE', rates.splitIncluded), at('US', rates.small), at('US', rates.tiny, 'NY')],
  [at('DE', rates.tiny), at('US', rates.splitIncluded), at('US', rates.whole, 'NY')],
  [at('DE', rates.standardAdded), at('US', rates.reduced), at('US', rates.standardAdded, 'NY')],
  [at('DE', rates.whole), at('US', rates.reduced), at('US', rates.reduced, 'NY')],
];
