/** The request and the response of a peer. */
import type { ShopPage } from '../search/shopProducts.js';

/** A page of a peer: the number of matching products, how many of them have each value, and the products shown. */
export interface PeerPage {
  readonly total: number;
  readonly facets: Readonly<Record<'brand' | 'colour' | 'size' | 'price' | 'stock', Readonly<Record<string, number>>>>;
  readonly products: readonly unknown[];
}

export const pathOf = (page: ShopPage): string => `/pages/${encodeURIComponent(JSON.stringify(page))}`;
