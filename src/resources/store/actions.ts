import { action, set } from '../../engine/define/actions.js';
import { sameValue } from '../../engine/document/sameValue.js';
import { unchanged } from '../../engine/define/Change.js';
import type { Action, ActionTable } from '../../engine/define/Action.js';
import { List, Locale, LocalizedString, Optional } from '../../schema/primitives.js';
import { ownCustom, setCustomField, setCustomType } from '../shared/customActions.js';
import {
  type ChannelList,
  ChannelIdentifier,
  channelsOf,
  Countries,
  Country,
  languagesOf,
  ProductSelectionDraft,
  type ProductSelections,
  productSelectionsOf,
  type Store,
} from './members.js';

type ListField = 'languages' | 'countries' | ChannelList;

const capital = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}`;

/** A new list, and a message of what came and what went. */
const withList = <F extends ListField>(store: Store, field: F, next: Store[F]) => {
  const old = store[field] as readonly unknown[];
  const list = next as readonly unknown[];
  if (sameValue(old, list)) return unchanged;
  const missingIn = (other: readonly unknown[]) => (item: unknown) => !other.some(each => sameValue(each, item));
  const name = capital(field);
  return {
    set: { [field]: next } as Partial<Store>,
    messages: [
      {
        type: `Store${name}Changed`,
        [`added${name}`]: list.filter(missingIn(old)),
        [`removed${name}`]: old.filter(missingIn(list)),
      },
    ],
  };
};

const setChannels = (field: ChannelList): Action<Store> =>
  action({ [field]: Optional(List(ChannelIdentifier)) }, (store: Store, payload, context) =>
    withList(store, field, channelsOf(field, (payload as { [F in ChannelList]?: [] })[field] ?? [], context)),
  );

const singular = { distributionChannels: 'distributionChannel', supplyChannels: 'supplyChannel' } as const;

const addChannel = (field: ChannelList): Action<Store> =>
  action({ [singular[field]]: ChannelIdentifier }, (store: Store, payload, context) => {
    const [added] = channelsOf(field, [(payload as Record<string, object>)[singular[field]]!], context);
    return store[field].some(({ id }) => id === added!.id)
      ? unchanged
      : withList(store, field, [...store[field], added!]);
  });

const removeChannel = (field: ChannelList): Action<Store> =>
  action({ [singular[field]]: ChannelIdentifier }, (store: Store, payload, context) => {
    const { id } = context.reference('channel', (payload as Record<string, object>)[singular[field]]!);
    return withList(
      store,
      field,
      store[field].filter(each => each.id !== id),
    );
  });

/** A new list of product selections, and a message of those that came, went, or were switched on or off. */
const withSelections = ({ productSelections: old }: Store, next: ProductSelections) => {
  if (sameValue(old, next)) return unchanged;
  const entryIn = (list: ProductSelections, { productSelection: { id } }: ProductSelections[number]) =>
    list.find(each => each.productSelection.id === id);
  return {
    set: { productSelections: next },
    messages: [
      {
        type: 'StoreProductSelectionsChanged',
        addedProductSelections: next.filter(each => entryIn(old, each) === undefined),
        removedProductSelections: old.filter(each => entryIn(next, each) === undefined),
        updatedProductSelections: next.filter(each => entryIn(old, each)?.active === !each.active),
      },
    ],
  };
};

/** One selection added, or switched on or off. */
const putSelection = (byDefault: boolean): Action<Store> =>
  action({ ...ProductSelectionDraft.properties }, (store: Store, { productSelection, active = byDefault }, context) => {
    const [entry] = productSelectionsOf([{ productSelection, active }], context);
    const others = store.productSelections.filter(each => each.productSelection.id !== entry!.productSelection.id);
    return withSelections(store, [...others, entry!]);
  });

export const actions: ActionTable<Store> = {
  setName: set<Store>('name', LocalizedString, (_, name) => ({ type: 'StoreNameSet', name })),
  setLanguages: action({ languages: Optional(List(Locale)) }, (store: Store, { languages = [] }, context) =>
    withList(store, 'languages', languagesOf(languages, context)),
  ),
  setCountries: action({ countries: Optional(Countries) }, (store: Store, { countries = [] }) =>
    withList(store, 'countries', countries),
  ),
  addCountry: action({ country: Country }, (store: Store, { country }) =>
    store.countries.some(({ code }) => code === country.code)
      ? unchanged
      : withList(store, 'countries', [...store.countries, country]),
  ),
  removeCountry: action({ country: Country }, (store: Store, { country }) =>
    withList(
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
      withSelections(store, productSelectionsOf(productSelections, context)),
  ),
  addProductSelection: putSelection(true),
  changeProductSelectionActive: putSelection(false),
  removeProductSelection: action(
    { productSelection: ProductSelectionDraft.properties.productSelection },
    (store: Store, { productSelection }, context) => {
      const { id } = context.reference('product-selection', productSelection);
      return withSelections(
        store,
        store.productSelections.filter(each => each.productSelection.id !== id),
      );
    },
  ),
  setCustomType: setCustomType(ownCustom<Store>('store')),
  setCustomField: setCustomField(ownCustom<Store>('store')),
};
