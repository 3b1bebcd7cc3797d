import type { Static } from '@sinclair/typebox';
import type { Base } from '../../engine/define/Base.js';
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
} from '../../schema/primitives.js';
import { Type } from '../../schema/Type.js';
import { FieldName } from '../shared/fieldDefinition.js';
import { ExternalOAuth } from './ExternalOAuth.js';

const messageDaysMax = 90;

const cartDaysMax = 365_250;

/** The carts configuration of a new project (LIM019). */
export const defaultCartsConfiguration = { deleteDaysAfterLastModification: 90, countryTaxRateFallbackEnabled: false };

/** Whether messages are written and how long they are kept (EVT029, EVT030). */
export const MessagesConfiguration = Shape({ enabled: Flag, deleteDaysAfterCreation: IntegerFrom(1, messageDaysMax) });

/** How long carts are kept after their last change (LIM019). */
const CartsConfiguration = Shape({
  deleteDaysAfterLastModification: IntegerFrom(1, cartDaysMax),
  countryTaxRateFallbackEnabled: Flag,
});

export const CartsConfigurationDraft = Shape({
  deleteDaysAfterLastModification: Optional(IntegerFrom(1, cartDaysMax)),
  countryTaxRateFallbackEnabled: Optional(Flag),
});

export const SearchStatus = OneOf(['Activated', 'Deactivated']);

const SearchIndexing = Shape({
  orders: Optional(Shape({ status: SearchStatus, lastModifiedAt: DateTime, lastModifiedBy: Optional(Type.Any()) })),
});

/** A custom field of a resource type that queries use often: it gets an index (docs/operations.md). */
const CustomFieldIndex = Shape({ typeId: NonEmptyText, name: FieldName });
/** Each index costs a write where the value of the field changes, and memory. */
const customFieldIndexesMax = 20;
export const CustomFieldIndexes = Type.Array(CustomFieldIndex, { maxItems: customFieldIndexesMax });

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
});

export type Project = Base & Static<typeof ProjectMembers>;
