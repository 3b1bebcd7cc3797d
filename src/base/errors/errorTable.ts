/**
 * Every error of the service is one row: code, HTTP status, message template, names of the extra fields.
 * Code that refuses a request throws `fail(code, values)` of ApiError.ts; no error is written out elsewhere.
 * A template takes `{name}` from the values, and nothing for an absent `{name?}`; those that the row does not list as
 * fields stay out of the response.
 */

/** The source of a code: the tables of the specification, the public SDK, RFC 6749 and RFC 6750, or HTTP. */
type Origin = 'specification' | 'sdk' | 'oauth' | 'transport';

export interface ErrorRow<Template extends string = string, Field extends string = string> {
  readonly status: number;
  readonly template: Template;
  /** Names of the code-specific members of the error entry; a trailing `?` marks an optional one. */
  readonly fields: readonly Field[];
  readonly origin: Origin;
}

const row = <const Template extends string, const Field extends string = never>(
  status: number,
  template: Template,
  fields: readonly Field[] = [],
  origin: Origin = 'specification',
): ErrorRow<Template, Field> => ({ status, template, fields, origin });

const attributeConflict = [
  'conflictingProductTypeId',
  'conflictingProductTypeName',
  'conflictingAttributeName',
] as const;
const enumKeyConflict = ['conflictingEnumKey', 'conflictingAttributeName'] as const;
const standalonePriceScope = [
  'sku',
  'currency',
  'country?',
  'customerGroup?',
  'channel?',
  'validFrom?',
  'validUntil?',
] as const;

export const errorTable = {
  // General (ERR015 to ERR039)
  General: row(500, 'Unexpected error on the server. Correlation id: {correlationId}.'),
  ResourceNotFound: row(404, '{message}'),
  AnonymousIdAlreadyInUse: row(400, 'The given anonymous ID is already in use: {anonymousId}.'),
  DuplicateField: row(400, "A duplicate value '{duplicateValue}' exists for field '{field}'.", [
    'field',
    'duplicateValue',
  ]),
  DuplicateFieldWithConflictingResource: row(
    400,
    "A duplicate value '{duplicateValue}' exists for field '{field}' on another resource.",
    ['field', 'duplicateValue', 'conflictingResource'],
  ),
  FeatureRemoved: row(400, '{message}'),
  InvalidInput: row(400, '{message}'),
  InvalidJsonInput: row(400, '{message}', ['detailedErrorMessage?']),
  InvalidOperation: row(400, '{message}'),
  InvalidField: row(400, "The value '{invalidValue}' is not valid for field '{field}'. {expected}", [
    'field',
    'invalidValue',
    'allowedValues?',
  ]),
  InternalConstraintViolated: row(400, '{message}'),
  MaxResourceLimitExceeded: row(
    400,
    'You have exceeded the limit of {max} resources of type {exceededResource}{detail?}.',
    ['exceededResource'],
  ),
  ReferenceExists: row(400, 'Can not {verb} a {typeId} while it is referenced by at least one resource.', [
    'referencedBy?',
  ]),
  ReferencedResourceNotFound: row(
    400,
    "The referenced object of type '{typeId}' with identifier '{identifier}' was not found{detail?}.",
    ['typeId', 'id?', 'key?'],
  ),
  RequiredField: row(400, 'A value is required for field {field}: {expected}.', ['field']),
  ResourceSizeLimitExceeded: row(
    400,
    'The resource size exceeds the maximal allowed size of 16 MB: it would have {bytes} bytes.',
  ),
  SyntaxError: row(400, '{message}'),
  QueryTimedOut: row(
    400,
    'The query timed out after {timeoutMs} ms. Filter by an indexed field, or ask for fewer results.',
  ),
  ConcurrentModification: row(
    409,
    'Object {id} has a different version than expected. Expected: {expectedVersion} - Actual: {currentVersion}.',
    ['currentVersion?'],
  ),
  ExtensionPredicateEvaluationFailed: row(400, '{message}'),
  ExtensionBadResponse: row(502, '{message}', ['extensionId', 'extensionKey?', 'extensionErrors']),
  ExtensionUpdateActionsFailed: row(502, '{message}', ['extensionErrors']),
  ExtensionNoResponse: row(504, '{message}', ['extensionId', 'extensionKey?']),
  /** 504 if the endpoint did not answer; a caller passes 502 to `fail` if its answer cannot be parsed (ERR039). */
  ExternalOAuthFailed: row(504, '{message}'),

  // Product (ERR040 to ERR043)
  DuplicatePriceScope: row(
    400,
    'Duplicate price scope: {priceScope}. The combination of currency, country, customerGroup and channel must be unique for each price of a product variant.',
    ['conflictingPrices'],
  ),
  DuplicateVariantValues: row(
    400,
    'A duplicate combination of the variant values (sku, key, images, prices, attributes) exists.',
    ['variantValues'],
  ),
  DuplicateAttributeValue: row(400, "Attribute can't have the same value in a different variant.", ['attribute']),
  DuplicateAttributeValues: row(400, 'The set of attributes must be unique across all variants.', ['attributes']),

  // Product type (ERR044 to ERR051)
  AttributeDefinitionAlreadyExists: row(
    400,
    'An attribute definition with name {conflictingAttributeName} already exists on product type {conflictingProductTypeName}.',
    attributeConflict,
  ),
  AttributeDefinitionTypeConflict: row(
    400,
    'The attribute with name {conflictingAttributeName} has a different type on product type {conflictingProductTypeName}.',
    attributeConflict,
  ),
  DuplicateEnumValues: row(400, 'The enum values contain duplicate keys: {duplicates}.', ['duplicates']),
  EnumKeyAlreadyExists: row(
    400,
    'The {conflictingAttributeName} attribute definition already contains an enum value with the key {conflictingEnumKey}.',
    enumKeyConflict,
  ),
  EnumKeyDoesNotExist: row(
    400,
    'The {conflictingAttributeName} field definition does not contain an enum value with the key {conflictingEnumKey}.',
    enumKeyConflict,
  ),
  AttributeNameDoesNotExist: row(
    400,
    'Attribute definition for {invalidAttributeName} does not exist on type {typeName}.',
    ['invalidAttributeName'],
  ),
  EnumValuesMustMatch: row(400, 'The given values must be equal to the existing enum values.'),
  EnumValueIsUsed: row(
    400,
    '{enumKeys} is used by some products and cannot be deleted because the {attributeName} attribute is required.',
  ),

  // Order from cart (ERR052 to ERR060)
  OutOfStock: row(400, 'Some line items are out of stock at the time of placing the order: {skus}.', [
    'lineItems',
    'skus',
  ]),
  PriceChanged: row(400, 'The price, tax or shipping rate of some line items changed.', ['lineItems', 'shipping']),
  DiscountCodeNonApplicable: row(400, 'The discountCode {identifier} cannot be applied to the cart.', [
    'discountCode',
    'reason',
    'dicountCodeId?',
    'validFrom?',
    'validUntil?',
    'validityCheckTime?',
  ]),
  ShippingMethodDoesNotMatchCart: row(400, 'The predicate does not match the cart.'),
  InvalidItemShippingDetails: row(
    400,
    'Inconsistent shipping details for {subject} with ID {itemId}. {subject} quantity is {itemQuantity} and shippingTargets quantity sum is {quantitySum}.',
    ['subject', 'itemId'],
  ),
  MatchingPriceNotFound: row(
    400,
    'The variant {variantId} of product {productId} does not contain a price for currency {currency?}{scope?}.',
    ['productId', 'variantId', 'currency?', 'country?', 'customerGroup?', 'channel?'],
  ),
  MissingTaxRateForCountry: row(
    400,
    'Tax category {taxCategoryId} is missing a tax rate for country {country?}{place?}.',
    ['taxCategoryId', 'country?', 'state?'],
  ),

  // Customer (ERR062 to ERR065)
  InvalidCredentials: row(400, 'Account with the given credentials not found.'),
  InvalidCurrentPassword: row(400, 'The given current password does not match.'),
  WeakPassword: row(400, 'A password needs at least 8 characters, 1 letter and 1 digit.'),

  // Others (ERR066 to ERR077)
  EditPreviewFailed: row(400, '{message}', ['result']),
  SearchFacetPathNotFound: row(400, '{message}'),
  SearchExecutionFailure: row(400, '{message}'),
  SearchDeactivated: row(400, '{message}'),
  SearchIndexingInProgress: row(400, '{message}'),
  LanguageUsedInStores: row(
    400,
    'Language(s) in use by a store cannot be deleted. Remove them in all the stores of this project first.',
  ),
  ProjectNotConfiguredForLanguages: row(400, 'The project is not configured for given languages: {languages}.', [
    'languages',
  ]),
  MissingRoleOnChannel: row(400, 'Given channel with {channelName} does not have the required role {missingRole}.', [
    'channel?',
    'missingRole',
  ]),
  ProductAssignmentMissing: row(400, '{message}', ['product']),
  ProductPresentWithDifferentVariantSelection: row(400, '{message}', ['product', 'existingVariantSelection?']),
  DuplicateStandalonePriceScope: row(
    400,
    'Duplicate standalone price scope for SKU: {sku}. The combination of SKU, currency, country, customerGroup, channel, validFrom and validUntil must be unique for each standalone price.',
    // Two prices that are created at the same moment do not know of each other.
    ['conflictingStandalonePrice?', ...standalonePriceScope],
  ),
  OverlappingStandalonePriceValidity: row(
    400,
    'Two standalone prices have overlapping validity periods, those of SKU {sku}.',
    // A period may be open at either side.
    ['conflictingStandalonePrice', ...standalonePriceScope, 'conflictingValidFrom?', 'conflictingValidUntil?'],
  ),
  /** The password of a console account is too weak. */
  WeakAccountPassword: row(400, '{message}'),

  // Errors that only the public SDK documents
  ExpiredCustomerEmailToken: row(400, 'The given email token has expired.', [], 'sdk'),
  ExpiredCustomerPasswordToken: row(400, 'The given password token has expired.', [], 'sdk'),
  NoMatchingProductDiscountFound: row(
    400,
    "Couldn't find a matching product discount for: productId={productId}, variantId={variantId}, price={price}.",
    [],
    'sdk',
  ),
  CircularDependency: row(400, 'Circular dependency detected: [{path}]', [], 'sdk'),
  ExtensionChainTooDeep: row(
    400,
    'The dependency chain depth {depth} exceeds the maximum allowed depth of {max}',
    [],
    'sdk',
  ),
  ExtensionChainTooWide: row(
    400,
    'Extension chain breadth exceeds the maximum allowed breadth of {max}: an extension depends on {count} others.',
    [],
    'sdk',
  ),
  ExtensionDependencyExists: row(
    400,
    'The extension cannot be deleted because it is a prerequisite for: [{dependents}].',
    [],
    'sdk',
  ),
  MissingDependency: row(400, "The extensions '[{names}]' referenced in 'dependencies' {reason}.", [], 'sdk'),
  MaxDiscountGroupsReached: row(400, 'Maximum number of active discount groups reached ({max}).', [], 'sdk'),
  MaxCartDiscountsReached: row(400, 'Maximum number of active cart discounts reached ({max}).', [], 'sdk'),
  StoreCartDiscountsLimitReached: row(
    400,
    'Maximum number of active cart discounts reached for {storeKeys}.',
    ['stores'],
    'sdk',
  ),
  MaxStoreReferencesReached: row(
    400,
    'Maximum number of store discounts on a single cart discount reached {max}',
    [],
    'sdk',
  ),
  CountryNotConfiguredInStore: row(
    400,
    "The country '{country}' is not configured for the store '{storeKey}', which has {storeCountries}.",
    ['storeCountries', 'country'],
    'sdk',
  ),
  LineItemQuantityBelowLimit: row(
    400,
    "Quantity '{quantity}' less than minimum '{minCartQuantity}'.",
    ['quantity', 'minCartQuantity', 'lineItem?'],
    'sdk',
  ),
  LineItemQuantityAboveLimit: row(
    400,
    "Quantity '{quantity}' greater than maximum '{maxCartQuantity}'.",
    ['quantity', 'maxCartQuantity', 'lineItem?'],
    'sdk',
  ),
  DuplicatePriceKey: row(
    400,
    'Duplicate price key: {key}. The price key must be unique per variant.',
    ['conflictingPrice'],
    'sdk',
  ),
  SearchNotReady: row(409, '{message}', [], 'sdk'),

  // RFC 6749 section 5.2 and RFC 6750 section 3.1; the body has `error` and `error_description` in addition to the
  // error format
  invalid_request: row(400, '{message}', [], 'oauth'),
  invalid_client: row(401, '{message}', [], 'oauth'),
  invalid_grant: row(400, '{message}', [], 'oauth'),
  // The hosted service answers a password grant so, and programs compare the code.
  invalid_customer_account_credentials: row(400, 'Customer account with the given credentials not found.', [], 'oauth'),
  unsupported_grant_type: row(400, '{message}', [], 'oauth'),
  invalid_scope: row(400, '{message}', [], 'oauth'),
  invalid_token: row(401, '{message}', [], 'oauth'),
  insufficient_scope: row(403, '{message}', [], 'oauth'),
  too_many_requests: row(429, '{message}', [], 'oauth'),

  // HTTP: refused before they reach a resource (LIM001 to LIM005), or not served now
  MethodNotAllowed: row(405, 'The method {method} is not allowed for {target}; allowed: {allowed}.', [], 'transport'),
  OriginNotAllowed: row(403, "Pages of the origin '{origin}' may not call this server: {reason}.", [], 'transport'),
  SessionRequired: row(401, '{message}', [], 'transport'),
  PermissionRequired: row(403, '{message}', [], 'transport'),
  RequestBodyTooLarge: row(413, 'The request body is larger than {bytesMax} bytes{detail?}.', [], 'transport'),
  ContentEncodingNotSupported: row(
    415,
    "The header Content-Encoding is '{encoding}'; expected none or one of {accepted}.",
    [],
    'transport',
  ),
  RequestHeadersTooLarge: row(
    431,
    'URL and headers are {bytes} bytes long; at most {bytesMax} are allowed.',
    [],
    'transport',
  ),
  DamagedResource: row(
    500,
    "The stored {typeId} with ID '{id}' is damaged. It has to be restored from a backup.",
    [],
    'transport',
  ),
  NotImplemented: row(501, '{message}', [], 'transport'),
  ServiceUnavailable: row(503, '{message}', [], 'transport'),
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof errorTable;

/** The names in braces of a message template. */
type Placeholder<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;
type RequiredField<Field extends string> = Field extends `${string}?` ? never : Field;
type OptionalField<Field extends string> = Field extends `${infer Name}?` ? Name : never;

/** The values of an error: the fields of its row, and the names in its template. */
export type ErrorValues<Code extends ErrorCode> =
  (typeof errorTable)[Code] extends ErrorRow<infer Template, infer Field>
    ? {
        readonly [Name in
          | RequiredField<Field>
          | Exclude<RequiredField<Placeholder<Template>>, OptionalField<Field>>]: unknown;
      } & {
        readonly [Name in OptionalField<Field> | OptionalField<Placeholder<Template>>]?: unknown;
      }
    : never;
