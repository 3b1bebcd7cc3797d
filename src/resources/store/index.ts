import { creation, defineResource } from '../../engine/define/defineResource.js';
import { customFieldsOf } from '../shared/customFields.js';
import { actions } from './actions.js';
import {
  toChannelReferences,
  projectLanguages,
  toProductSelections,
  type Store,
  StoreDraft,
  StoreMembers,
} from './members.js';

export type { Store } from './members.js';

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

/** Stores: whose orders are whose (ORD010), and what customers see. */
export const store = defineResource<Store>({
  typeId: 'store',
  path: 'stores',
  scopes: { read: ['view_stores'], write: ['manage_stores'] },
  resource: StoreMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key'],
  identifiers: ['key'],
  sendsMessages: true,
  removalMessages: () => [{ type: 'StoreDeleted' }],
});
