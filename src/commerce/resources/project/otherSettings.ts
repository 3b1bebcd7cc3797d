/** Settings of single parts of the project, one action each. Settings of parts that are not offered are only stored. */
import { fail } from '../../../base/errors/ApiError.js';
import { type Action, type ActionTable, action, unchanged } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { Flag, OneOf, Optional } from '../../../engine/schema/primitives.js';
import { Named } from '../../../engine/schema/Named.js';
import { ResourceIdentifier } from '../../../engine/schema/reference.js';
import { RoundingMode } from '../../values/tax.js';
import {
  BusinessUnitStatus,
  DiscountsConfiguration,
  ProductCatalogModel,
  type Project,
  ReservationMinutes,
  type SearchName,
  type SearchStatus,
  searchStatusOf,
  ShippingRateInputType,
  ShoppingListsConfiguration,
} from './members.js';

const SearchMode = Named('ProductSearchIndexingMode', OneOf(['ProductProjectionsSearch', 'ProductsSearch']));

const searchChange = ({ searchIndexing }: Project, name: SearchName, status: SearchStatus, now: string) =>
  searchIndexing?.[name]?.status === status
    ? unchanged
    : { set: { searchIndexing: { ...searchIndexing, [name]: { status, lastModifiedAt: now } } } };

/** Activates or deactivates one search. */
export const changeSearchStatus = (name: SearchName, subject: string): Action<Project> =>
  action({ status: searchStatusOf(subject) }, (project: Project, { status }, { now }) =>
    searchChange(project, name, status, now),
  );

const changeCartRounding = (name: 'priceRoundingMode' | 'taxRoundingMode'): Action<Project> =>
  action({ [name]: RoundingMode }, ({ carts }: Project, payload) => {
    const mode = (payload as Record<typeof name, Project['carts'][typeof name]>)[name];
    return carts[name] === mode ? unchanged : { set: { carts: { ...carts, [name]: mode } } };
  });

const changeInventory = ({ inventory }: Project, changes: Partial<Project['inventory']>) => {
  const next = { releaseExpiredReservations: false, ...inventory, ...changes };
  return sameValue(inventory, next) ? unchanged : { set: { inventory: next } };
};

const changeBusinessUnits = ({ businessUnits }: Project, changes: Partial<Project['businessUnits']>) => {
  const next = { myBusinessUnitStatusOnCreation: 'Inactive' as const, ...businessUnits, ...changes };
  return sameValue(businessUnits, next) ? unchanged : { set: { businessUnits: next } };
};

/** A classification needs values with distinct keys, and the other types have none. */
const setShippingRateInputType = action(
  { shippingRateInputType: Optional(ShippingRateInputType) },
  (project: Project, { shippingRateInputType: type }) => {
    const keys = type?.values?.map(({ key }) => key) ?? [];
    const field = 'shippingRateInputType.values';
    if (type !== undefined && (type.type === 'CartClassification') !== (type.values !== undefined))
      throw type.values === undefined
        ? fail('RequiredField', { field, expected: 'the classifications' })
        : fail('InvalidInput', { message: `A shippingRateInputType of the type ${type.type} has no values.` });
    const duplicate = keys.find((key, at) => keys.indexOf(key) !== at);
    if (duplicate !== undefined) throw fail('DuplicateField', { field: `${field}.key`, duplicateValue: duplicate });
    return sameValue(project.shippingRateInputType, type) ? unchanged : { set: { shippingRateInputType: type } };
  },
);

export const otherSettings: ActionTable<Project> = {
  changePriceRoundingMode: changeCartRounding('priceRoundingMode'),
  changeTaxRoundingMode: changeCartRounding('taxRoundingMode'),
  setShippingRateInputType,
  changeProductSearchIndexingEnabled: action(
    { enabled: Flag, mode: Optional(SearchMode) },
    (project: Project, { enabled, mode }, { now }) =>
      searchChange(
        project,
        mode === 'ProductsSearch' ? 'productsSearch' : 'products',
        enabled ? 'Activated' : 'Deactivated',
        now,
      ),
  ),
  changeShoppingListsConfiguration: action(
    { shoppingListsConfiguration: ShoppingListsConfiguration },
    (project: Project, { shoppingListsConfiguration: shoppingLists }) =>
      sameValue(project.shoppingLists, shoppingLists) ? unchanged : { set: { shoppingLists } },
  ),
  changeMyBusinessUnitStatusOnCreation: action({ status: BusinessUnitStatus }, (project: Project, { status }) =>
    changeBusinessUnits(project, { myBusinessUnitStatusOnCreation: status }),
  ),
  setMyBusinessUnitAssociateRoleOnCreation: action(
    { associateRole: ResourceIdentifier('associate-role', { load: true }) },
    (project: Project, { associateRole }, context) =>
      changeBusinessUnits(project, {
        myBusinessUnitAssociateRoleOnCreation: context.keyReference('associate-role', associateRole),
      }),
  ),
  setDiscountsConfiguration: action(
    { discountsConfiguration: DiscountsConfiguration },
    (project: Project, { discountsConfiguration: discounts }) =>
      sameValue(project.discounts, discounts) ? unchanged : { set: { discounts } },
  ),
  setReservationExpirationInMinutes: action(
    { reservationExpirationInMinutes: ReservationMinutes },
    (project: Project, payload) => changeInventory(project, payload),
  ),
  setReleaseExpiredReservations: action({ releaseExpiredReservations: Flag }, (project: Project, payload) =>
    changeInventory(project, payload),
  ),
  setProductCatalogModel: action({ productCatalogModel: ProductCatalogModel }, (project: Project, payload) =>
    project.productCatalogModel === payload.productCatalogModel ? unchanged : { set: payload },
  ),
};
