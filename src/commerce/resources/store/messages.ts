import { CustomFields } from '../../../engine/schema/customFields.js';
import { List, Locale, LocalizedString, Optional } from '../../../engine/schema/primitives.js';
import { Reference } from '../../../engine/schema/reference.js';
import { Countries, ProductSelections } from './members.js';
import { storefrontMessages } from './storefront.js';

const channels = List(Reference('channel'));
const languages = List(Locale);

export const messages = {
  StoreCreated: {
    name: Optional(LocalizedString),
    languages,
    countries: Countries,
    distributionChannels: channels,
    supplyChannels: channels,
    productSelections: ProductSelections,
    custom: Optional(CustomFields),
  },
  StoreDeleted: {},
  StoreNameSet: { name: Optional(LocalizedString) },
  StoreCountriesChanged: { addedCountries: Countries, removedCountries: Countries },
  StoreDistributionChannelsChanged: { addedDistributionChannels: channels, removedDistributionChannels: channels },
  StoreLanguagesChanged: { addedLanguages: languages, removedLanguages: languages },
  StoreProductSelectionsChanged: {
    addedProductSelections: ProductSelections,
    removedProductSelections: ProductSelections,
    updatedProductSelections: ProductSelections,
  },
  ...storefrontMessages,
  StoreSupplyChannelsChanged: { addedSupplyChannels: channels, removedSupplyChannels: channels },
};

declare module '../../../engine/define/Message.js' {
  interface SentMessages {
    readonly store: typeof messages;
  }
}
