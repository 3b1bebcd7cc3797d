/** The settings of a project that rules depend on. */
export interface ProjectSettings {
  readonly key: string;
  readonly languages: readonly string[];
  readonly currencies: readonly string[];
  readonly countries: readonly string[];
  /** Whether messages are stored, and for how many days (EVT029, EVT030). */
  readonly messages: { readonly enabled: boolean; readonly deleteDaysAfterCreation: number };
  /** Days that a cart is kept when its draft names none (LIM019). */
  readonly carts: { readonly deleteDaysAfterLastModification: number; readonly countryTaxRateFallbackEnabled: boolean };
  /** Whether orders of the project can be searched (SEARCH011). */
  readonly isSearched: boolean;
}
