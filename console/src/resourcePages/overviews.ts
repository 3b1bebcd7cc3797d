/** Resource types with a separate overview, by their path. All others show their members. */
import { type ComponentType, lazy } from 'react';
import type { Resource } from '../api/Resource';

const negotiation = lazy(() => import('../quotes/NegotiationOverview'));

const campaign = lazy(() => import('../campaigns/CampaignOverview'));

export const overviews: Readonly<Record<string, ComponentType<{ readonly resource: Resource }> | undefined>> = {
  'api-clients': lazy(() => import('../projects/ApiClientOverview')),
  carts: lazy(() => import('../carts/CartOverview')),
  'cart-discounts': campaign,
  channels: lazy(() => import('../setup/ChannelOverview')),
  'customer-groups': lazy(() => import('../setup/CustomerGroupOverview')),
  customers: lazy(() => import('../customers/CustomerOverview')),
  extensions: lazy(() => import('../extensions/ExtensionOverview')),
  'product-discounts': campaign,
  'product-types': lazy(() => import('../setup/DefinitionsOverview')),
  products: lazy(() => import('../products/ProductOverview')),
  quotes: negotiation,
  'quote-requests': negotiation,
  'shipping-methods': lazy(() => import('../shipping/ShippingOverview')),
  'staged-quotes': negotiation,
  stores: lazy(() => import('../setup/StoreOverview')),
  'tax-categories': lazy(() => import('../setup/TaxCategoryOverview')),
  types: lazy(() => import('../setup/DefinitionsOverview')),
  zones: lazy(() => import('../setup/ZoneOverview')),
  orders: lazy(() => import('../orders/OrderOverview')),
};
