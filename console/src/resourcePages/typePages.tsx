/** What the pages of a resource type have beside those of any type. */
import type { TFunction } from 'i18next';
import { type ComponentType, lazy, type ReactNode } from 'react';
import type { Resource } from '../api/Resource';
import type { CampaignPath } from '../campaigns/campaign';
import { CampaignViews } from '../campaigns/CampaignViews';
import { CategoryViews } from '../categories/CategoryViews';
import type { OtherExport } from '../lists/ExportMenu';
import type { Selection } from '../lists/resourcesOf';
import { isProductColumn, pictureOf } from '../products/listColumns';
import { StateViews } from '../workflow/StateViews';

interface TypePages {
  /** The overview of a resource; without it all members are shown. */
  readonly Overview?: ComponentType<{ readonly resource: Resource }>;
  /** Leads from the list to other views of all resources. */
  readonly Views?: ComponentType<{ readonly shown: 'list' }>;
  /** The label of the link from the list to `import`. */
  readonly importLabel?: string;
  /** Exports the list in another form as well. */
  readonly otherExport?: (results: Selection, t: TFunction) => OtherExport;
  /** The address of the picture in the first column. */
  readonly pictureOf?: (resource: Resource) => string | undefined;
  /** Returns the cell of a column; undefined for a column like those of any type. */
  readonly cellOf?: (name: string, resource: Resource, value: unknown) => ReactNode | undefined;
}

const negotiation = lazy(() => import('../quotes/NegotiationOverview'));

const campaign = lazy(() => import('../campaigns/CampaignOverview'));

const campaignViews = (path: CampaignPath): TypePages['Views'] => {
  const Views = ({ shown }: { readonly shown: 'list' }) => <CampaignViews path={path} shown={shown} />;
  return Views;
};

const ProductCell = lazy(() => import('../products/ProductCell'));

/** Exports products by variants as well, in a file that can be imported again. */
const variantExport = (results: Selection, t: TFunction): OtherExport => ({
  label: t('productImport.export'),
  run: async (...args) => (await import('../products/csvExport')).exportProducts(results, t, ...args),
});

const pages: Readonly<Record<string, TypePages | undefined>> = {
  'api-clients': { Overview: lazy(() => import('../projects/ApiClientOverview')) },
  'cart-discounts': { Overview: campaign, Views: campaignViews('cart-discounts') },
  carts: { Overview: lazy(() => import('../carts/CartOverview')) },
  categories: { Views: CategoryViews },
  channels: { Overview: lazy(() => import('../setup/ChannelOverview')) },
  'customer-groups': { Overview: lazy(() => import('../setup/CustomerGroupOverview')) },
  customers: { Overview: lazy(() => import('../customers/CustomerOverview')) },
  extensions: { Overview: lazy(() => import('../extensions/ExtensionOverview')) },
  orders: { Overview: lazy(() => import('../orders/OrderOverview')) },
  'product-discounts': { Overview: campaign, Views: campaignViews('product-discounts') },
  'product-types': { Overview: lazy(() => import('../setup/DefinitionsOverview')) },
  products: {
    Overview: lazy(() => import('../products/ProductOverview')),
    importLabel: 'productImport.link',
    otherExport: variantExport,
    pictureOf,
    cellOf: (name, resource, value) =>
      isProductColumn(name) ? <ProductCell name={name} resource={resource} value={value} /> : undefined,
  },
  'quote-requests': { Overview: negotiation },
  quotes: { Overview: negotiation },
  'shipping-methods': { Overview: lazy(() => import('../shipping/ShippingOverview')) },
  'staged-quotes': { Overview: negotiation },
  states: { Views: StateViews },
  stores: { Overview: lazy(() => import('../setup/StoreOverview')) },
  'tax-categories': { Overview: lazy(() => import('../setup/TaxCategoryOverview')) },
  types: { Overview: lazy(() => import('../setup/DefinitionsOverview')) },
  zones: { Overview: lazy(() => import('../setup/ZoneOverview')) },
};

export const typePages = (path: string): TypePages => (Object.hasOwn(pages, path) ? pages[path] : undefined) ?? {};
