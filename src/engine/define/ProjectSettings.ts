type RoundingMode = 'HalfEven' | 'HalfUp' | 'HalfDown';

/** The settings of a project that rules depend on. */
export interface ProjectSettings {
  readonly key: string;
  readonly languages: readonly string[];
  readonly currencies: readonly string[];
  readonly countries: readonly string[];
  /** Tells whether messages are stored, and for how many days (EVT029, EVT030). */
  readonly messages: { readonly enabled: boolean; readonly deleteDaysAfterCreation: number };
  /** Defaults of carts, such as the days that they are kept (LIM019). */
  readonly carts: {
    readonly deleteDaysAfterLastModification: number;
    readonly countryTaxRateFallbackEnabled: boolean;
    readonly priceRoundingMode?: RoundingMode;
    readonly taxRoundingMode?: RoundingMode;
  };
  /** The default number of days that shopping lists are kept; absent: until they are deleted. */
  readonly shoppingLists?: { readonly deleteDaysAfterLastModification: number };
  /** The input that selects the tier of a shipping rate; absent: carts of each kind have their own input. */
  readonly shippingRateInputType?: {
    readonly type: 'CartValue' | 'CartClassification' | 'CartScore';
    readonly values?: readonly { readonly key: string; readonly label: Readonly<Record<string, string>> }[];
  };
  /** Tells whether discounts on products and on carts both apply, or the better deal of the two; both by default. */
  readonly discounts?: { readonly discountCombinationMode: 'Stacking' | 'BestDeal' };
  /** The resource types that can be searched in the project (SEARCH011). */
  readonly searchedTypeIds: readonly string[];
}
