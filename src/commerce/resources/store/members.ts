import { distinctBy } from '../shared/listElements.js';
import type { Static } from '@sinclair/typebox';
import type { Base, Sends } from '../../../engine/define/Base.js';
import type { Context } from '../../../engine/define/Context.js';
import { fail } from '../../../base/errors/ApiError.js';
import { channelWithRole } from '../shared/references.js';
import {
  CountryCode,
  Flag,
  Key,
  List,
  Locale,
  LocalizedString,
  Optional,
  Shape,
} from '../../../engine/schema/primitives.js';
import { CustomFields, CustomFieldsDraft } from '../../../engine/schema/customFields.js';
import {
  type Identifier,
  Reference,
  type ReferenceValue,
  ResourceIdentifier,
} from '../../../engine/schema/reference.js';
import { Named } from '../../../engine/schema/Named.js';
import { Storefront, storefrontMessages } from './storefront.js';

export const Country = Named('StoreCountry', Shape({ code: CountryCode }));
export const Countries = List(Country);
export const ChannelIdentifier = ResourceIdentifier('channel', { load: true });
const Channels = List(Reference('channel'));

export const ProductSelections = List(
  Named('ProductSelectionSetting', Shape({ productSelection: Reference('product-selection'), active: Flag })),
);
export const ProductSelectionDraft = Named(
  'ProductSelectionSettingDraft',
  Shape({
    productSelection: ResourceIdentifier('product-selection'),
    active: Optional(Flag),
  }),
);
export type ProductSelections = Static<typeof ProductSelections>;

export const StoreMembers = Shape({
  key: Key,
  name: Optional(LocalizedString),
  languages: List(Locale),
  countries: Countries,
  distributionChannels: Channels,
  supplyChannels: Channels,
  productSelections: ProductSelections,
  storefront: Optional(Storefront),
  custom: Optional(CustomFields),
});

export const StoreDraft = Shape({
  key: Key,
  name: Optional(LocalizedString),
  languages: Optional(List(Locale)),
  countries: Optional(Countries),
  distributionChannels: Optional(List(ChannelIdentifier)),
  supplyChannels: Optional(List(ChannelIdentifier)),
  productSelections: Optional(List(ProductSelectionDraft)),
  storefront: Optional(Storefront),
  custom: Optional(CustomFieldsDraft),
});

/** The stamp of a store, for responses that it limits. */
export const storeStamp = (key: string): string => `store:${key}`;

export type Store = Base & Static<typeof StoreMembers> & Sends<'store'>;

/** The two lists of channels, with the role that their channels need. */
const channelRoles = { distributionChannels: 'ProductDistribution', supplyChannels: 'InventorySupply' } as const;
export type ChannelList = keyof typeof channelRoles;

/** Converts identifiers to references without duplicates; refuses channels without the role of the list. */
export const toChannelReferences = (
  list: ChannelList,
  identifiers: readonly Identifier[],
  context: Context,
): ReferenceValue<'channel'>[] => {
  const references = identifiers.map(identifier => channelWithRole(identifier, channelRoles[list], context));
  return distinctBy(references, ({ id }) => id);
};

/** Converts drafts to product selections; of duplicates the last one counts. */
export const toProductSelections = (
  drafts: readonly Static<typeof ProductSelectionDraft>[],
  context: Context,
): ProductSelections => {
  const byId = new Map(
    drafts.map(({ productSelection, active = true }) => {
      const reference = context.reference('product-selection', productSelection);
      return [reference.id, { productSelection: reference, active }] as const;
    }),
  );
  return [...byId.values()];
};

/** Refuses languages that are not languages of the project. */
export const projectLanguages = (languages: readonly string[], { project }: Context): string[] => {
  const foreign = languages.filter(language => !project.languages.includes(language));
  if (foreign.length > 0) throw fail('ProjectNotConfiguredForLanguages', { languages: foreign });
  return [...new Set(languages)];
};

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
