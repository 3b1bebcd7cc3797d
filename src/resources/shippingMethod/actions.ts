import { action, change, set } from '../../engine/define/actions.js';
import { sameValue } from '../../engine/document/sameValue.js';
import { unchanged } from '../../engine/define/Change.js';
import type { ActionTable } from '../../engine/define/Action.js';
import { fail } from '../../errors/ApiError.js';
import { removeElement, replaceElement } from '../shared/listElements.js';
import { Flag, Key, LocalizedString, NonEmptyText, Optional, Text } from '../../schema/primitives.js';
import { assertCartPredicate } from '../../pricing/cartPredicate.js';
import { ownCustom, setCustomField, setCustomType } from '../shared/customActions.js';
import { type ReferenceValue, ResourceIdentifier } from '../../schema/reference.js';
import { assertZoneRates, type ShippingMethod, type ZoneRate } from './members.js';
import { ShippingRateDraft, shippingRateOf } from './rate.js';
import { CartPredicate } from '../../schema/cartPredicate.js';

const ZoneIdentifier = ResourceIdentifier('zone');

const pickZoneRate = ({ zoneRates }: ShippingMethod, { id }: ReferenceValue): ZoneRate => {
  const found = zoneRates.find(({ zone }) => zone.id === id);
  if (found === undefined) throw fail('InvalidOperation', { message: `The shipping method has no zone '${id}'.` });
  return found;
};

const withZoneRates = (zoneRates: ZoneRate[]) => {
  assertZoneRates(zoneRates);
  return { set: { zoneRates } };
};

export const actions: ActionTable<ShippingMethod> = {
  changeName: change<ShippingMethod>('name', NonEmptyText),
  setKey: set<ShippingMethod>('key', Key),
  setDescription: set<ShippingMethod>('description', Text),
  setLocalizedName: set<ShippingMethod>('localizedName', LocalizedString),
  setLocalizedDescription: set<ShippingMethod>('localizedDescription', LocalizedString),
  changeTaxCategory: action(
    { taxCategory: ResourceIdentifier('tax-category') },
    (method: ShippingMethod, { taxCategory: identifier }, context) => {
      const taxCategory = context.reference('tax-category', identifier);
      return sameValue(method.taxCategory, taxCategory) ? unchanged : { set: { taxCategory } };
    },
  ),
  changeIsDefault: change<ShippingMethod>('isDefault', Flag),
  changeActive: change<ShippingMethod>('active', Flag),
  setPredicate: action({ predicate: Optional(CartPredicate) }, (method: ShippingMethod, { predicate }) => {
    if (predicate !== undefined) assertCartPredicate(predicate, 'predicate');
    return method.predicate === predicate ? unchanged : { set: { predicate } };
  }),
  addZone: action({ zone: ZoneIdentifier }, ({ zoneRates }: ShippingMethod, { zone }, context) =>
    withZoneRates([...zoneRates, { zone: context.reference('zone', zone), shippingRates: [] }]),
  ),
  removeZone: action({ zone: ZoneIdentifier }, (method: ShippingMethod, { zone }, context) =>
    withZoneRates(removeElement(method.zoneRates, pickZoneRate(method, context.reference('zone', zone)))),
  ),
  addShippingRate: action(
    { zone: ZoneIdentifier, shippingRate: ShippingRateDraft },
    (method: ShippingMethod, { zone, shippingRate }, context) => {
      const old = pickZoneRate(method, context.reference('zone', zone));
      return withZoneRates(
        replaceElement(method.zoneRates, old, {
          ...old,
          shippingRates: [...old.shippingRates, shippingRateOf(shippingRate)],
        }),
      );
    },
  ),
  // A rate has no name: it is the one that is just as the draft says.
  removeShippingRate: action(
    { zone: ZoneIdentifier, shippingRate: ShippingRateDraft },
    (method: ShippingMethod, { zone, shippingRate }, context) => {
      const old = pickZoneRate(method, context.reference('zone', zone));
      const removed = shippingRateOf(shippingRate);
      const shippingRates = old.shippingRates.filter(rate => !sameValue(rate, removed));
      if (shippingRates.length === old.shippingRates.length)
        throw fail('InvalidOperation', {
          message: `The zone '${old.zone.id}' has no such shipping rate in ${removed.price.currencyCode}.`,
        });
      return withZoneRates(replaceElement(method.zoneRates, old, { ...old, shippingRates }));
    },
  ),
  setCustomType: setCustomType(ownCustom<ShippingMethod>('shipping-method')),
  setCustomField: setCustomField(ownCustom<ShippingMethod>('shipping-method')),
};
