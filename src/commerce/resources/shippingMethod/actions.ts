import { invalidOperation } from '../../../base/errors/ApiError.js';
import { type ActionTable, unchanged, action, change, set, setFrom } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { Flag, Key, LocalizedString, NonEmptyText, Optional, Text } from '../../../engine/schema/primitives.js';
import { type ReferenceValue, ResourceIdentifier } from '../../../engine/schema/reference.js';
import { assertCartPredicate } from '../../pricing/cartPredicate.js';
import { CartPredicate } from '../../values/discount.js';
import { resourceCustomFields, customFieldActions } from '../shared/customFieldActions.js';
import { removeElement, replaceElement } from '../shared/listElements.js';
import {
  assertZoneRates,
  type ShippingMethod,
  StoreIdentifier,
  StoreIdentifiers,
  storesOf,
  type ZoneRate,
} from './members.js';
import { assertClassifications, ShippingRateDraft, toShippingRate } from './shippingRate.js';

const ZoneIdentifier = ResourceIdentifier('zone');

export const actions: ActionTable<ShippingMethod> = {
  changeName: change<ShippingMethod>('name', NonEmptyText),
  setKey: set<ShippingMethod>('key', Key),
  setDescription: set<ShippingMethod>('description', Text),
  setLocalizedName: set<ShippingMethod>('localizedName', LocalizedString),
  setLocalizedDescription: set<ShippingMethod>('localizedDescription', LocalizedString),
  setCarrier: set<ShippingMethod>('carrier', NonEmptyText),
  changeTaxCategory: setFrom('taxCategory', ResourceIdentifier('tax-category'), (category, context) =>
    context.reference('tax-category', category),
  ),
  changeIsDefault: change<ShippingMethod>('isDefault', Flag),
  changeActive: change<ShippingMethod>('active', Flag),
  setPredicate: setFrom('predicate', Optional(CartPredicate), given => {
    if (given !== undefined) assertCartPredicate(given, 'predicate', 'cart');
    return given;
  }),
  addZone: action({ zone: ZoneIdentifier }, ({ zoneRates }: ShippingMethod, { zone }, context) =>
    withZoneRates([...zoneRates, { zone: context.reference('zone', zone), shippingRates: [] }]),
  ),
  removeZone: action({ zone: ZoneIdentifier }, (method: ShippingMethod, { zone }, context) =>
    withZoneRates(removeElement(method.zoneRates, findZoneRate(method, context.reference('zone', zone)))),
  ),
  addShippingRate: action(
    { zone: ZoneIdentifier, shippingRate: ShippingRateDraft },
    (method: ShippingMethod, { zone, shippingRate }, context) => {
      const old = findZoneRate(method, context.reference('zone', zone));
      assertClassifications(shippingRate, context);
      return withZoneRates(
        replaceElement(method.zoneRates, old, {
          ...old,
          shippingRates: [...old.shippingRates, toShippingRate(shippingRate)],
        }),
      );
    },
  ),
  /** Removes the rate that equals the draft, since rates have no ids. */
  removeShippingRate: action(
    { zone: ZoneIdentifier, shippingRate: ShippingRateDraft },
    (method: ShippingMethod, { zone, shippingRate }, context) => {
      const old = findZoneRate(method, context.reference('zone', zone));
      const removed = toShippingRate(shippingRate);
      const shippingRates = old.shippingRates.filter(rate => !sameValue(rate, removed));
      if (shippingRates.length === old.shippingRates.length)
        throw invalidOperation(`The zone '${old.zone.id}' has no such shipping rate in ${removed.price.currencyCode}.`);
      return withZoneRates(replaceElement(method.zoneRates, old, { ...old, shippingRates }));
    },
  ),
  setStores: action({ stores: StoreIdentifiers }, (method: ShippingMethod, { stores }, context) =>
    withStores(method, storesOf(stores, context)),
  ),
  addStore: action({ store: StoreIdentifier }, (method: ShippingMethod, { store }, context) =>
    withStores(method, storesOf([...(method.stores ?? []), store], context)),
  ),
  removeStore: action({ store: StoreIdentifier }, (method: ShippingMethod, { store }, context) => {
    const { key } = context.keyReference('store', store);
    return withStores(method, method.stores?.filter(each => each.key !== key) ?? []);
  }),
  ...customFieldActions('', resourceCustomFields<ShippingMethod>('shipping-method')),
};

const findZoneRate = ({ zoneRates }: ShippingMethod, { id }: ReferenceValue): ZoneRate => {
  const found = zoneRates.find(({ zone }) => zone.id === id);
  if (found === undefined) throw invalidOperation(`The shipping method has no zone '${id}'.`);
  return found;
};

const withStores = (method: ShippingMethod, stores: ShippingMethod['stores']) =>
  sameValue(method.stores ?? [], stores) ? unchanged : { set: { stores } };

const withZoneRates = (zoneRates: ZoneRate[]) => {
  assertZoneRates(zoneRates);
  return { set: { zoneRates } };
};
