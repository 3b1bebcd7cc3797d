import { creation, defineResource } from '../../../engine/define/defineResource.js';
import { customFieldsOf } from '../shared/customFields.js';
import { actions } from './actions.js';
import {
  projectLanguages,
  type Store,
  StoreDraft,
  StoreMembers,
  storeStamp,
  toChannelReferences,
  toProductSelections,
  messages,
} from './members.js';

const draft = creation<Store, typeof StoreDraft>(
  StoreDraft,
  (
    {
      key,
      name,
      languages = [],
      countries = [],
      distributionChannels = [],
      supplyChannels = [],
      productSelections = [],
      storefront,
      custom,
    },
    context,
  ) => ({
    members: {
      key,
      name,
      languages: projectLanguages(languages, context),
      countries,
      distributionChannels: toChannelReferences('distributionChannels', distributionChannels, context),
      supplyChannels: toChannelReferences('supplyChannels', supplyChannels, context),
      productSelections: toProductSelections(productSelections, context),
      storefront: storefront && Object.keys(storefront).length > 0 ? storefront : undefined,
      custom: customFieldsOf(custom, 'store', context),
    },
    messages: store => [
      {
        type: 'StoreCreated',
        name: store.name,
        languages: store.languages,
        countries: store.countries,
        distributionChannels: store.distributionChannels,
        supplyChannels: store.supplyChannels,
        productSelections: store.productSelections,
        custom: store.custom,
      },
    ],
  }),
);

/** A store, which separates orders and customers (ORD010) and limits what customers see. */
export const store = defineResource<Store>({
  typeId: 'store',
  path: 'stores',
  shared: true,
  scopes: { read: ['view_stores'], write: ['manage_stores'] },
  resource: StoreMembers,
  draft,
  actions,
  unique: ['key'],
  stamps: ({ key }) => [storeStamp(key)],
  messages,
  removal: { messages: () => [{ type: 'StoreDeleted' }] },
  // Buyers may write any key of a store into carts, lists and accounts; a token sees the stores that it was issued for.
  behindReferences: {
    places: {
      'cart.store': 'the store of the token',
      'order.store': 'as above',
      'shopping-list.store': 'as above',
      'quote-request.store': 'as above',
      'quote.store': 'as above',
      'customer.stores': 'as above',
    },
    members: {
      key: 'the path names it',
      name: 'shops write it on each page',
      languages: 'shops offer them',
      countries: 'as above',
    },
    onlyToBoundTokens: true,
  },
});
