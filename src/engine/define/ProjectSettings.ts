type RoundingMode = 'HalfEven' | 'HalfUp' | 'HalfDown';

/** The settings of a project that rules depend on. */
export interface ProjectSettings {
  readonly key: string;
  readonly languages: readonly string[];
  readonly currencies: readonly string[];
  readonly countries: readonly string[];
  /** Whether messages are stored, and for how many days (EVT029, EVT030). */
  readonly messages: { readonly enabled: boolean; readonly deleteDaysAfterCreation: number };
  /** What a cart has when its draft does not say it, such as the days that it is kept (LIM019). */
  readonly carts: {
    readonly deleteDaysAfterLastModification: number;
    readonly countryTaxRateFallbackEnabled: boolean;
    readonly priceRoundingMode?: RoundingMode;
    readonly taxRoundingMode?: RoundingMode;
  };
  /** The days that a shopping list is kept whose draft does not say it; absent: until it is deleted. */
  readonly shoppingLists?: { readonly deleteDaysAfterLastModification: number };
  /** What selects the tier of a shipping rate; absent: carts of each kind have their own input. */
  readonly shippingRateInputType?: {
    readonly type: 'CartValue' | 'CartClassification' | 'CartScore';
    readonly values?: readonly { readonly key: string; readonly label: Readonly<Record<string, string>> }[];
  };
  /** Whether discounts on products and on carts both apply, or the better deal of the two; both by default. */
  readonly discounts?: { readonly discountCombinationMode: 'Stacking' | 'BestDeal' };
  /** The resource types that can be searched in the project (SEARCH011). */
  readonly searchedTypeIds: readonly string[];
}
