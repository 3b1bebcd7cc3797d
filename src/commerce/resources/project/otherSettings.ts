/** Settings of single parts of the project, one action each. Settings of parts that are not offered are only stored. */
import type { Static } from '@sinclair/typebox';
import { fail, invalidInput, requiredField } from '../../../base/errors/ApiError.js';
import {
  type Action,
  type ActionTable,
  action,
  unchanged,
  setFrom,
  changeTo,
  change,
} from '../../../engine/define/actions.js';
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
  action({ [name]: RoundingMode }, (project: Project, payload) =>
    changeTo(project, { carts: { ...project.carts, ...payload } }),
  );

const changeInventory = (project: Project, changes: Partial<Project['inventory']>) =>
  changeTo(project, { inventory: { releaseExpiredReservations: false, ...project.inventory, ...changes } });

const changeBusinessUnits = (project: Project, changes: Partial<Project['businessUnits']>) =>
  changeTo(project, {
    businessUnits: { myBusinessUnitStatusOnCreation: 'Inactive', ...project.businessUnits, ...changes },
  });

/** A classification needs values with distinct keys, and the other types have none. */
const assertClassifications = ({ type, values }: Static<typeof ShippingRateInputType>): void => {
  const field = 'shippingRateInputType.values';
  if ((type === 'CartClassification') !== (values !== undefined))
    throw values === undefined
      ? requiredField(field, 'the classifications')
      : invalidInput(`A shippingRateInputType of the type ${type} has no values.`);
  const keys = values?.map(({ key }) => key) ?? [];
  const duplicate = keys.find((key, at) => keys.indexOf(key) !== at);
  if (duplicate !== undefined) throw fail('DuplicateField', { field: `${field}.key`, duplicateValue: duplicate });
};

export const otherSettings: ActionTable<Project> = {
  changePriceRoundingMode: changeCartRounding('priceRoundingMode'),
  changeTaxRoundingMode: changeCartRounding('taxRoundingMode'),
  setShippingRateInputType: setFrom('shippingRateInputType', Optional(ShippingRateInputType), type => {
    if (type !== undefined) assertClassifications(type);
    return type;
  }),
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
    (project: Project, { shoppingListsConfiguration: shoppingLists }) => changeTo(project, { shoppingLists }),
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
    (project: Project, { discountsConfiguration: discounts }) => changeTo(project, { discounts }),
  ),
  setReservationExpirationInMinutes: action(
    { reservationExpirationInMinutes: ReservationMinutes },
    (project: Project, payload) => changeInventory(project, payload),
  ),
  setReleaseExpiredReservations: action({ releaseExpiredReservations: Flag }, (project: Project, payload) =>
    changeInventory(project, payload),
  ),
  setProductCatalogModel: change<Project>('productCatalogModel', ProductCatalogModel),
};
