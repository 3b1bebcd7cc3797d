/** The orders of one currency that are not cancelled, and the sum of their total prices. */
export interface Sales {
  readonly currency: string;
  readonly orders: number;
  readonly cents: number;
}

/** The answer to `GET /{projectKey}/order-figures`. The console shows it. */
export interface OrderFigures {
  /** Lists sums by the start of a day; days and currencies without orders are left out. */
  readonly days: readonly (Sales & { readonly start: string })[];
  /** Lists sums by market: a country, a store or both; the largest number of orders first. */
  readonly markets: readonly (Sales & { readonly country?: string; readonly storeKey?: string })[];
  /** The products that sold most in the last seven days in UTC. */
  readonly sold: readonly { readonly productId: string; readonly quantity: number }[];
}
