/** The groups of the navigation. Resource types without a group come last, so that a new one needs no row here. */
import type { ResourceType } from '../resources/resourceTypes';

const groups = {
  sales: ['orders', 'carts', 'shopping-lists', 'payments', 'quote-requests', 'staged-quotes', 'quotes'],
  customers: ['customers', 'customer-groups'],
  catalog: [
    'categories',
    'products',
    'product-types',
    'product-selections',
    'product-tailoring',
    'attribute-groups',
    'reviews',
    'inventory',
  ],
  pricing: [
    'standalone-prices',
    'recurrence-policies',
    'cart-discounts',
    'discount-codes',
    'discount-groups',
    'product-discounts',
    'tax-categories',
    'shipping-methods',
    'zones',
  ],
  settings: ['states', 'stores', 'channels', 'types', 'custom-objects', 'extensions', 'api-clients', 'messages'],
} as const;

export interface NavigationGroup {
  readonly name: string;
  readonly types: readonly ResourceType[];
}

export const groupTypes = (types: readonly ResourceType[]): readonly NavigationGroup[] => {
  const byPath = new Map(types.map(type => [type.path, type]));
  const named = Object.entries(groups).map(([name, paths]) => ({
    name,
    types: paths.flatMap(path => byPath.get(path) ?? []),
  }));
  const grouped = new Set(named.flatMap(({ types: each }) => each));
  return [...named, { name: 'other', types: types.filter(type => !grouped.has(type)) }].filter(
    ({ types: each }) => each.length > 0,
  );
};
