/** Resource types whose overview is a page of its own, by their path. All others show their members. */
import { type ComponentType, lazy } from 'react';
import type { Resource } from '../api/Resource';

const negotiation = lazy(() => import('../quotes/NegotiationOverview'));

const campaign = lazy(() => import('../campaigns/CampaignOverview'));

export const overviews: Readonly<Record<string, ComponentType<{ readonly resource: Resource }> | undefined>> = {
  carts: lazy(() => import('../carts/CartOverview')),
  'cart-discounts': campaign,
  channels: lazy(() => import('../setup/ChannelOverview')),
  customers: lazy(() => import('../customers/CustomerOverview')),
  extensions: lazy(() => import('../extensions/ExtensionOverview')),
  'product-discounts': campaign,
  products: lazy(() => import('../products/ProductOverview')),
  quotes: negotiation,
  'quote-requests': negotiation,
  'shipping-methods': lazy(() => import('../shipping/ShippingOverview')),
  'staged-quotes': negotiation,
  stores: lazy(() => import('../setup/StoreOverview')),
  'tax-categories': lazy(() => import('../setup/TaxCategoryOverview')),
  orders: lazy(() => import('../orders/OrderOverview')),
};
