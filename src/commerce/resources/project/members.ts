import type { Static } from '@sinclair/typebox';
import type { Base } from '../../../engine/define/Base.js';
import { Type } from '../../../engine/schema/Type.js';
import { HeaderValue, maskedHeader, ServiceUrl } from '../../../engine/schema/externalService.js';
import {
  CountryCode,
  CurrencyCode,
  DateTime,
  Flag,
  IntegerFrom,
  List,
  Locale,
  NonEmptyText,
  OneOf,
  Optional,
  Shape,
  Text,
} from '../../../engine/schema/primitives.js';
import { Named } from '../../../engine/schema/Named.js';
import { RoundingMode } from '../../values/tax.js';
import { KeyReference } from '../../../engine/schema/reference.js';
import { LocalizedEnumValue } from '../shared/enumValues.js';
import { FieldName } from '../shared/fieldDefinition.js';

/** The carts configuration of a new project (LIM019). */
export const defaultCartsConfiguration = { deleteDaysAfterLastModification: 90, countryTaxRateFallbackEnabled: false };

const messageDaysMax = 90;

/** Tells whether messages are written, and how long they are kept (EVT029, EVT030). */
export const MessagesConfiguration = Named(
  'MessagesConfiguration',
  Shape({ enabled: Flag, deleteDaysAfterCreation: IntegerFrom(1, messageDaysMax) }),
  { input: 'MessagesConfigurationDraft' },
);

const cartDaysMax = 365_250;

/** The rounding modes of new carts whose drafts have none. */
const roundingModes = { priceRoundingMode: Optional(RoundingMode), taxRoundingMode: Optional(RoundingMode) };

export const CartsConfigurationDraft = Named(
  'CartsConfigurationDraft',
  Shape({
    deleteDaysAfterLastModification: Optional(IntegerFrom(1, cartDaysMax)),
    countryTaxRateFallbackEnabled: Optional(Flag),
    ...roundingModes,
  }),
  { input: 'CartsConfigurationInput' },
);

const Status = OneOf(['Activated', 'Deactivated']);
export type SearchStatus = Static<typeof Status>;

/** The status of a search has a name of its own in GraphQL. */
export const searchStatusOf = (subject: string): typeof Status =>
  Named(`${subject}SearchStatus`, Status, { input: `${subject}SearchStatus` });

const searchSettingOf = (subject: string, status: typeof Status = searchStatusOf(subject), type?: string) =>
  Named(
    `${subject}SearchConfiguration`,
    Shape({ status, lastModifiedAt: DateTime, lastModifiedBy: Optional(Type.Any()) }),
    { type },
  );
/** The status of the older search; its type in GraphQL has a further value, for an index that is being built. */
const IndexingStatus = Named('SearchIndexingStatus', Status);

/** A custom field of a resource type that queries use often: it gets an index (docs/operations.md). */
const CustomFieldIndex = Shape({ typeId: NonEmptyText, name: FieldName });
/** Each index costs a write where the value of the field changes, and memory. */
const customFieldIndexesMax = 20;
export const CustomFieldIndexes = Type.Array(CustomFieldIndex, { maxItems: customFieldIndexesMax });

/** Bounds the days after which an order is called late, and the number of items that is a low stock (figures.md). */
const lateDaysMax = 365;
export const lowStockMax = 10;

/** The limits from which on the console shows tasks. */
export const TaskLimits = Shape({ lateDays: IntegerFrom(0, lateDaysMax), lowStock: IntegerFrom(0, lowStockMax) });

const orderNumberPatternMax = 256;
/** The pattern of the numbers of orders that the console makes from carts. */
export const OrderNumberPattern = Type.String({
  maxLength: orderNumberPatternMax,
  pattern: '^[^{}]*(\\{year\\}[^{}]*)?\\{number\\}[^{}]*$',
  description: 'a text such as P-{year}-{number}, in which the year may be left out',
});
export const newOrderNumberPattern = 'P-{year}-{number}';

/** The days that carts are kept after their last change (LIM019), and the rounding of new carts. */
const CartsConfiguration = Named(
  'CartsConfiguration',
  Shape({
    deleteDaysAfterLastModification: IntegerFrom(1, cartDaysMax),
    countryTaxRateFallbackEnabled: Flag,
    ...roundingModes,
  }),
);

/** Orders, products and customers are searched here; the other settings are kept as they were made. */
const SearchIndexing = Named(
  'SearchIndexingConfiguration',
  Shape({
    orders: Optional(searchSettingOf('Order')),
    products: Optional(searchSettingOf('Product', IndexingStatus, 'SearchIndexingConfigurationValues')),
    productsSearch: Optional(searchSettingOf('Products')),
    customers: Optional(searchSettingOf('Customer')),
    businessUnits: Optional(searchSettingOf('BusinessUnit')),
  }),
);

export type SearchName = keyof Static<typeof SearchIndexing>;

const listDaysMax = 365_250;
export const ShoppingListsConfiguration = Named(
  'ShoppingListsConfiguration',
  Shape({ deleteDaysAfterLastModification: IntegerFrom(1, listDaysMax) }),
);

export const BusinessUnitStatus = Named('BusinessUnitConfigurationStatus', OneOf(['Active', 'Inactive']));
const BusinessUnitConfiguration = Named(
  'BusinessUnitConfiguration',
  Shape({
    myBusinessUnitStatusOnCreation: BusinessUnitStatus,
    myBusinessUnitAssociateRoleOnCreation: Optional(KeyReference('associate-role')),
  }),
);

/** Tells whether discounts on products and on carts both apply, or only the kind with which a cart costs less. */
export const DiscountsConfiguration = Named(
  'DiscountsConfiguration',
  Shape({ discountCombinationMode: Named('DiscountCombinationMode', OneOf(['Stacking', 'BestDeal'])) }),
);

/** Variants are parts of products; they are no resources (`Modular`). */
export const ProductCatalogModel = OneOf(['Classic']);

export const ReservationMinutes = IntegerFrom(1, Number.MAX_SAFE_INTEGER);
const InventoryConfiguration = Named(
  'InventoryConfiguration',
  Shape({ reservationExpirationInMinutes: Optional(ReservationMinutes), releaseExpiredReservations: Flag }),
);

/** The settings of a new project that the SDK declares as required. */
export const defaultSettings = {
  inventory: { releaseExpiredReservations: false },
  discounts: { discountCombinationMode: 'Stacking' },
} as const;

const classificationsMax = 1_000;
/** Selects a tier of a shipping rate: by the value of the cart, or by the cart's `shippingRateInput`. */
export const ShippingRateInputType = Named(
  'ShippingRateInputType',
  Shape({
    type: OneOf(['CartValue', 'CartClassification', 'CartScore']),
    values: Optional(List(LocalizedEnumValue, classificationsMax)),
  }),
);

/**
 * The server that introspects a project's external tokens (RFC 7662), with the header that authenticates this service
 * there.
 */
export const ExternalOAuth = Named('ExternalOAuth', Shape({ url: ServiceUrl, authorizationHeader: HeaderValue }), {
  input: 'ExternalOAuthDraft',
});

export const ProjectMembers = Shape({
  key: Text,
  name: Text,
  languages: List(Locale),
  currencies: List(CurrencyCode),
  countries: List(CountryCode),
  messages: MessagesConfiguration,
  carts: CartsConfiguration,
  searchIndexing: Optional(SearchIndexing),
  externalOAuth: Optional(ExternalOAuth),
  customFieldIndexes: Optional(CustomFieldIndexes),
  taskLimits: Optional(TaskLimits),
  orderNumberPattern: Optional(OrderNumberPattern),
  shoppingLists: Optional(ShoppingListsConfiguration),
  shippingRateInputType: Optional(ShippingRateInputType),
  businessUnits: Optional(BusinessUnitConfiguration),
  inventory: Optional(InventoryConfiguration),
  discounts: Optional(DiscountsConfiguration),
  productCatalogModel: Optional(ProductCatalogModel),
});

export type Project = Base & Static<typeof ProjectMembers>;

export type ExternalOAuth = Static<typeof ExternalOAuth>;

export const maskExternalOAuth = ({ url, authorizationHeader }: ExternalOAuth): ExternalOAuth => ({
  url,
  authorizationHeader: maskedHeader(authorizationHeader),
});

/** The resource types whose search each setting activates. Business units are not searched; their setting is kept. */
const typeIdBySetting: ReadonlyMap<SearchName, string> = new Map([
  ['orders', 'order'],
  ['products', 'product'],
  ['productsSearch', 'product'],
  ['customers', 'customer'],
]);

/** The types whose search a setting activates. */
export const searchedTypeIds: readonly string[] = [...new Set(typeIdBySetting.values())];

/** The settings that each activate the search of a type. */
export const searchSettingsOf = (typeId: string): SearchName[] =>
  [...typeIdBySetting].flatMap(([name, each]) => (each === typeId ? [name] : []));

/** The resource types that can be searched in a project. */
export const searchedTypeIdsOf = (searchIndexing: Project['searchIndexing'] = {}): string[] => [
  ...new Set(
    [...typeIdBySetting].flatMap(([name, typeId]) => (searchIndexing[name]?.status === 'Activated' ? [typeId] : [])),
  ),
];
