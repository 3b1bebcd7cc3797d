import { required } from '../../../base/errors/ApiError.js';
import {
  type Action,
  type ActionTable,
  action,
  type MessageOf,
  set,
  unchanged,
} from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { List, Locale, LocalizedString, Optional } from '../../../engine/schema/primitives.js';
import type { Identifier } from '../../../engine/schema/reference.js';
import { resourceCustomFields, customFieldActions } from '../shared/customFieldActions.js';
import { capitalized } from '../../../engine/schema/words.js';
import {
  ChannelIdentifier,
  type ChannelList,
  Countries,
  Country,
  ProductSelectionDraft,
  type ProductSelections,
  projectLanguages,
  type Store,
  toChannelReferences,
  toProductSelections,
} from './members.js';
import { storefrontActions } from './storefront.js';

const setChannels = (field: ChannelList): Action<Store> =>
  action({ [field]: Optional(List(ChannelIdentifier)) }, (store: Store, payload, context) =>
    changeStoreList(
      store,
      field,
      toChannelReferences(field, (payload as { [F in ChannelList]?: [] })[field] ?? [], context),
    ),
  );

const singularNames = { distributionChannels: 'distributionChannel', supplyChannels: 'supplyChannel' } as const;

const addChannel = (field: ChannelList): Action<Store> =>
  action({ [singularNames[field]]: ChannelIdentifier }, (store: Store, payload, context) => {
    const channels = toChannelReferences(field, [channelIdentifier(payload, field)], context);
    const added = channels.filter(({ id }) => !store[field].some(each => each.id === id));
    return changeStoreList(store, field, [...store[field], ...added]);
  });

const removeChannel = (field: ChannelList): Action<Store> =>
  action({ [singularNames[field]]: ChannelIdentifier }, (store: Store, payload, context) => {
    const { id } = context.reference('channel', channelIdentifier(payload, field));
    const others = store[field].filter(each => each.id !== id);
    return changeStoreList(store, field, others);
  });

const channelIdentifier = (payload: object, field: ChannelList): Identifier =>
  required((payload as Record<string, Identifier | undefined>)[singularNames[field]], singularNames[field]);

/** Adds a product selection, or updates its `active`. */
const putProductSelection = (byDefault: boolean): Action<Store> =>
  action({ ...ProductSelectionDraft.properties }, (store: Store, { productSelection, active = byDefault }, context) => {
    const selections = toProductSelections([{ productSelection, active }], context);
    const ids = new Set(selections.map(each => each.productSelection.id));
    const others = store.productSelections.filter(each => !ids.has(each.productSelection.id));
    return withProductSelections(store, [...others, ...selections]);
  });

/** Changes the product selections and sends a message with the added, removed and updated ones. */
const withProductSelections = ({ productSelections: old }: Store, next: ProductSelections) => {
  if (sameValue(old, next)) return unchanged;
  const entryIn = (list: ProductSelections, { productSelection: { id } }: ProductSelections[number]) =>
    list.find(each => each.productSelection.id === id);
  return {
    set: { productSelections: next },
    messages: [
      {
        type: 'StoreProductSelectionsChanged' as const,
        addedProductSelections: next.filter(each => entryIn(old, each) === undefined),
        removedProductSelections: old.filter(each => entryIn(next, each) === undefined),
        updatedProductSelections: next.filter(each => entryIn(old, each)?.active === !each.active),
      },
    ],
  };
};

type ListField = 'languages' | 'countries' | ChannelList;

/** Changes a list and sends a message with the added and removed elements. */
const changeStoreList = <F extends ListField>(store: Store, field: F, next: Store[F]) => {
  const old = store[field] as readonly unknown[];
  const list = next as readonly unknown[];
  if (sameValue(old, list)) return unchanged;
  const missingIn = (other: readonly unknown[]) => (item: unknown) => !other.some(each => sameValue(each, item));
  const name = capitalized(field);
  return {
    set: { [field]: next } as Partial<Store>,
    messages: [
      {
        type: `Store${name}Changed`,
        [`added${name}`]: list.filter(missingIn(old)),
        [`removed${name}`]: old.filter(missingIn(list)),
      } as unknown as MessageOf<Store>,
    ],
  };
};

export const actions: ActionTable<Store> = {
  setName: set<Store>('name', LocalizedString, (_, name) => ({ type: 'StoreNameSet', name })),
  setLanguages: action({ languages: Optional(List(Locale)) }, (store: Store, { languages = [] }, context) =>
    changeStoreList(store, 'languages', projectLanguages(languages, context)),
  ),
  setCountries: action({ countries: Optional(Countries) }, (store: Store, { countries = [] }) =>
    changeStoreList(store, 'countries', countries),
  ),
  addCountry: action({ country: Country }, (store: Store, { country }) =>
    store.countries.some(({ code }) => code === country.code)
      ? unchanged
      : changeStoreList(store, 'countries', [...store.countries, country]),
  ),
  removeCountry: action({ country: Country }, (store: Store, { country }) =>
    changeStoreList(
      store,
      'countries',
      store.countries.filter(({ code }) => code !== country.code),
    ),
  ),
  setDistributionChannels: setChannels('distributionChannels'),
  addDistributionChannel: addChannel('distributionChannels'),
  removeDistributionChannel: removeChannel('distributionChannels'),
  setSupplyChannels: setChannels('supplyChannels'),
  addSupplyChannel: addChannel('supplyChannels'),
  removeSupplyChannel: removeChannel('supplyChannels'),
  setProductSelections: action(
    { productSelections: Optional(List(ProductSelectionDraft)) },
    (store: Store, { productSelections = [] }, context) =>
      withProductSelections(store, toProductSelections(productSelections, context)),
  ),
  addProductSelection: putProductSelection(true),
  changeProductSelectionActive: putProductSelection(false),
  removeProductSelection: action(
    { productSelection: ProductSelectionDraft.properties.productSelection },
    (store: Store, { productSelection }, context) => {
      const { id } = context.reference('product-selection', productSelection);
      return withProductSelections(
        store,
        store.productSelections.filter(each => each.productSelection.id !== id),
      );
    },
  ),
  ...storefrontActions,
  ...customFieldActions('', resourceCustomFields<Store>('store')),
};
