import { creation } from '../../engine/define/defineResource.js';
import { customFieldsOf } from '../shared/customFields.js';
import { projectLanguages, type Store, StoreDraft, toChannelReferences, toProductSelections } from './members.js';

export const draft = creation<Store, typeof StoreDraft>(
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
