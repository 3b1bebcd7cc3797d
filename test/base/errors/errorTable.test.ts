/** Compares the table of errors with the lists of the specification, which are repeated here. */
import { readFileSync } from 'node:fs';
import { test } from '../../support/tap.js';
import { valuesOf } from '../../support/matchWhole.js';
import { errorEntry, fail, failAll } from '../../../src/base/errors/ApiError.js';
import { type ErrorCode, type ErrorRow, errorTable } from '../../../src/base/errors/errorTable.js';

/** The clause, the status, the code and the names of the extra fields; optional fields end with a question mark. */
const specified: readonly (readonly [clause: string, status: number, code: ErrorCode, fields?: string])[] = [
  ['ERR015', 500, 'General'],
  ['ERR016', 404, 'ResourceNotFound'],
  ['ERR017', 400, 'AnonymousIdAlreadyInUse'],
  ['ERR018', 400, 'DuplicateField', 'field duplicateValue'],
  ['ERR019', 400, 'DuplicateFieldWithConflictingResource', 'field duplicateValue conflictingResource'],
  ['ERR020', 400, 'FeatureRemoved'],
  ['ERR021', 400, 'InvalidInput'],
  ['ERR022', 400, 'InvalidJsonInput', 'detailedErrorMessage?'],
  ['ERR023', 400, 'InvalidOperation'],
  ['ERR024', 400, 'InvalidField', 'field invalidValue allowedValues?'],
  ['ERR025', 400, 'InternalConstraintViolated'],
  ['ERR026', 400, 'MaxResourceLimitExceeded', 'exceededResource'],
  ['ERR027', 400, 'ReferenceExists', 'referencedBy?'],
  ['ERR028', 400, 'ReferencedResourceNotFound', 'typeId id? key?'],
  ['ERR029', 400, 'RequiredField', 'field'],
  ['ERR030', 400, 'ResourceSizeLimitExceeded'],
  ['ERR031', 400, 'SyntaxError'],
  ['ERR032', 400, 'QueryTimedOut'],
  ['ERR005 ERR033', 409, 'ConcurrentModification', 'currentVersion?'],
  ['ERR034', 400, 'ExtensionPredicateEvaluationFailed'],
  ['ERR035', 502, 'ExtensionBadResponse', 'extensionId extensionKey? extensionErrors'],
  ['ERR036', 502, 'ExtensionUpdateActionsFailed', 'extensionErrors'],
  ['ERR037', 504, 'ExtensionNoResponse', 'extensionId extensionKey?'],
  ['ERR038', 504, 'ExternalOAuthFailed'],
  ['ERR040', 400, 'DuplicatePriceScope', 'conflictingPrices'],
  ['ERR041', 400, 'DuplicateVariantValues', 'variantValues'],
  ['ERR042', 400, 'DuplicateAttributeValue', 'attribute'],
  ['ERR043', 400, 'DuplicateAttributeValues', 'attributes'],
  [
    'ERR044',
    400,
    'AttributeDefinitionAlreadyExists',
    'conflictingProductTypeId conflictingProductTypeName conflictingAttributeName',
  ],
  [
    'ERR045',
    400,
    'AttributeDefinitionTypeConflict',
    'conflictingProductTypeId conflictingProductTypeName conflictingAttributeName',
  ],
  ['ERR046', 400, 'DuplicateEnumValues', 'duplicates'],
  ['ERR047', 400, 'EnumKeyAlreadyExists', 'conflictingEnumKey conflictingAttributeName'],
  ['ERR048', 400, 'EnumKeyDoesNotExist', 'conflictingEnumKey conflictingAttributeName'],
  ['ERR049', 400, 'AttributeNameDoesNotExist', 'invalidAttributeName'],
  ['ERR050', 400, 'EnumValuesMustMatch'],
  ['ERR051', 400, 'EnumValueIsUsed'],
  ['ERR052', 400, 'OutOfStock', 'lineItems skus'],
  ['ERR053', 400, 'PriceChanged', 'lineItems shipping'],
  [
    'ERR054 ERR055 ERR056',
    400,
    'DiscountCodeNonApplicable',
    'discountCode reason dicountCodeId? validFrom? validUntil? validityCheckTime?',
  ],
  ['ERR057', 400, 'ShippingMethodDoesNotMatchCart'],
  ['ERR058', 400, 'InvalidItemShippingDetails', 'subject itemId'],
  ['ERR059', 400, 'MatchingPriceNotFound', 'productId variantId currency? country? customerGroup? channel?'],
  ['ERR060 ERR064', 400, 'MissingTaxRateForCountry', 'taxCategoryId country? state?'],
  ['ERR062', 400, 'InvalidCredentials'],
  ['ERR063', 400, 'InvalidCurrentPassword'],
  ['ERR065', 400, 'WeakPassword'],
  ['ERR066', 400, 'EditPreviewFailed', 'result'],
  ['ERR067', 400, 'SearchFacetPathNotFound'],
  ['ERR068', 400, 'SearchExecutionFailure'],
  ['ERR069', 400, 'SearchDeactivated'],
  ['ERR070', 400, 'SearchIndexingInProgress'],
  ['ERR071', 400, 'LanguageUsedInStores'],
  ['ERR072', 400, 'ProjectNotConfiguredForLanguages', 'languages'],
  ['ERR073', 400, 'MissingRoleOnChannel', 'channel? missingRole'],
  ['ERR074', 400, 'ProductAssignmentMissing', 'product'],
  ['ERR075', 400, 'ProductPresentWithDifferentVariantSelection', 'product existingVariantSelection?'],
  [
    'ERR076',
    400,
    'DuplicateStandalonePriceScope',
    'conflictingStandalonePrice? sku currency country? customerGroup? channel? validFrom? validUntil?',
  ],
  [
    'ERR077',
    400,
    'OverlappingStandalonePriceValidity',
    'conflictingStandalonePrice sku currency country? customerGroup? channel? validFrom? validUntil? ' +
      'conflictingValidFrom? conflictingValidUntil?',
  ],
];

for (const [clause, status, code, fields = ''] of specified)
  test(`answers ${code} with ${status} and its own fields (${clause.replaceAll(' ', ', ')})`, async t => {
    const row = errorTable[code];
    t.equal(row.status, status);
    t.same(
      [...row.fields].sort(),
      fields
        .split(' ')
        .filter(name => name !== '')
        .sort(),
    );
    const names = row.fields.map(name => name.replace('?', ''));
    const entry = errorEntry(code, {
      ...Object.fromEntries(names.map(name => [name, `the ${name}`])),
      message: 'A message.',
      unlisted: 1,
    });
    t.same(Object.keys(entry).sort(), ['code', 'message', ...names].sort(), 'and no other member');
    t.equal(entry.code, code);
    t.notMatch(entry.message, /[{}]|undefined/);
    t.ok(entry.message.length > 0);
  });

test('answers ExternalOAuthFailed with a 502 if the external response cannot be parsed (ERR039)', async t => {
  t.equal(fail('ExternalOAuthFailed', { message: 'x' }, 502).toBody().statusCode, 502);
});

test('contains the codes of the specification, of the SDK, of OAuth and of HTTP, and no others', async t => {
  const listed = new Set(specified.map(([, , code]) => code as string));
  const others = Object.keys(errorTable).filter(code => !listed.has(code));
  t.same(others, [
    'WeakAccountPassword',
    'ExpiredCustomerEmailToken',
    'ExpiredCustomerPasswordToken',
    'NoMatchingProductDiscountFound',
    'CircularDependency',
    'ExtensionChainTooDeep',
    'ExtensionChainTooWide',
    'ExtensionDependencyExists',
    'MissingDependency',
    'MaxDiscountGroupsReached',
    'MaxCartDiscountsReached',
    'StoreCartDiscountsLimitReached',
    'MaxStoreReferencesReached',
    'CountryNotConfiguredInStore',
    'LineItemQuantityBelowLimit',
    'LineItemQuantityAboveLimit',
    'DuplicatePriceKey',
    'SearchNotReady',
    'invalid_request',
    'invalid_client',
    'invalid_grant',
    'invalid_customer_account_credentials',
    'unsupported_grant_type',
    'invalid_scope',
    'invalid_token',
    'insufficient_scope',
    'too_many_requests',
    'MethodNotAllowed',
    'OriginNotAllowed',
    'SessionRequired',
    'PermissionRequired',
    'RequestBodyTooLarge',
    'ContentEncodingNotSupported',
    'RequestHeadersTooLarge',
    'DamagedResource',
    'NotImplemented',
    'ServiceUnavailable',
  ]);
});

test('docs/reference/errors.md has all codes, their status, message and fields', async t => {
  const page = readFileSync(new URL('../../../../docs/reference/errors.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+)` \| (\d+) \| (.*) \| (.*) \|$/gm)].map(
    ([, code, status, message, fields]) => [code, Number(status), message, fields],
  );
  const fieldText = (field: string): string =>
    field.endsWith('?') ? `\`${field.slice(0, -1)}\` (optional)` : `\`${field}\``;
  t.same(
    rows,
    Object.entries<ErrorRow>(errorTable).map(([code, { status, template, fields }]) => [
      code,
      status,
      template,
      fields.map(fieldText).join(', '),
    ]),
  );
});

test('types the values of an error by its row', async t => {
  // @ts-expect-error `field` is missing.
  t.equal(errorEntry('RequiredField', { expected: 'a text' }).field, undefined);
  // @ts-expect-error The row has no `detail`.
  t.equal(errorEntry('RequiredField', { field: 'key', expected: 'a text', detail: 1 }).detail, undefined);
});

test('writes status, message and entries into the body (ERR001, ERR002, ERR003)', async t => {
  t.same(fail('DuplicateField', { field: 'key', duplicateValue: 'a' }).toBody(), {
    statusCode: 400,
    message: "A duplicate value 'a' exists for field 'key'.",
    errors: [
      {
        code: 'DuplicateField',
        message: "A duplicate value 'a' exists for field 'key'.",
        field: 'key',
        duplicateValue: 'a',
      },
    ],
  });
});

test('reports errors of one status together (ERR004)', async t => {
  const error = failAll([
    errorEntry('RequiredField', { field: 'a', expected: 'x' }),
    errorEntry('ConcurrentModification', { id: 'x', expectedVersion: 1, currentVersion: 2 }),
    errorEntry('InvalidField', { field: 'b', invalidValue: 1, expected: 'A text.' }),
  ]);
  t.equal(error.status, 400);
  t.same(valuesOf(error.entries, 'code'), ['RequiredField', 'InvalidField']);
});

test('abbreviates long values to 200 characters in messages and to 1,000 in fields', async t => {
  const invalidValue = 'x'.repeat(5_000);
  const entry = errorEntry('InvalidField', { field: 'key', invalidValue, expected: 'Expected less.' });
  t.ok(entry.message.length < 300);
  t.equal(entry.invalidValue, `${'x'.repeat(1_000)}…`);
});

const sdkErrors = readFileSync(
  new URL(
    '../../../../node_modules/@commercetools/platform-sdk/dist/declarations/src/generated/models/error.d.ts',
    import.meta.url,
  ),
  'utf8',
);
const documentedMessage =
  /export interface (?!GraphQL)\w+Error extends[^{]*\{\s*readonly code: '(\w+)';\s*(?:\[key[^;]*;\s*)?\/\*\*([\s\S]*?)\*\/\s*readonly message/g;

/** The message texts that the SDK documents, by code. */
const spelledTexts = new Map(
  [...sdkErrors.matchAll(documentedMessage)].flatMap(([, code = '', comment = '']) => {
    const text = /^`"?([^`]*?)"?`\.?$/.exec(comment.replace(/\s*\*\s*/g, ' ').trim())?.[1];
    return text === undefined ? [] : [[code, text.replaceAll('"', '')] as const];
  }),
);

/** Removes the names of values. Values may be in quotes, and a detail may follow the text. */
const withoutNames = (text: string): string =>
  text
    .replace(/, \$country, \$customerGroup, \$channel|\$\w+/g, each => (each.startsWith(',') ? '' : '{}'))
    .replace(/\{\w+\??\}/g, '{}')
    .replace(/'\{\}'/g, '{}')
    .replace(/\d+/g, '{}')
    .replace(/\[(?:ext-\{\}(?:, )?)+\]/g, '[{}]')
    .replace(/\.$/, '');

/** Codes whose messages differ from the SDK's text, with the reason. */
const otherTexts: Readonly<Partial<Record<ErrorCode, string>>> = {
  DuplicateFieldWithConflictingResource: 'nothing sends it',
  EditPreviewFailed: 'nothing sends it',
  ExtensionNoResponse: 'one text for all failures, so that an extension cannot be used to look for open ports',
  ExtensionPredicateEvaluationFailed: 'a condition fails for other reasons, too',
  ExtensionUpdateActionsFailed: 'begins with the text, as the tests of extensions show',
  InvalidJsonInput: 'tells a wrong shape, too',
  MissingDependency: 'has a second reason',
  QueryTimedOut: 'the text leads to pages of the hosted service',
  ReferenceExists: 'the counts of references do not tell the type that refers',
  ReferencedResourceNotFound: 'the text ends behind what was looked for',
  ResourceNotFound: 'names the type and what was looked for',
  SearchDeactivated: 'the text leads to the Merchant Center',
  SearchExecutionFailure: 'nothing sends it',
  SearchFacetPathNotFound: 'has the text, as the tests of facets show',
  SearchIndexingInProgress: 'the status is that of the project',
  SearchNotReady: 'names the search',
  SyntaxError: 'tells where the syntax is wrong',
  ProductPresentWithDifferentVariantSelection: 'begins with the text, as the tests of product selections show',
  insufficient_scope: 'begins with the text, as the tests of scopes show',
};

test('messages begin with the texts that the SDK spells (error.cee64, error.36ae5, error.0dd6e, error.5008f)', t => {
  const compared = [...spelledTexts].filter(
    ([code]) => Object.hasOwn(errorTable, code) && !Object.hasOwn(otherTexts, code),
  );
  t.same(
    compared
      .map(([code, text]) => [code, withoutNames(errorTable[code as ErrorCode].template), withoutNames(text)] as const)
      .filter(([, own, spelled]) => !own.startsWith(spelled)),
    [],
  );
  t.ok(compared.length >= 38, `${compared.length} texts are compared`);
  t.same(
    Object.keys(otherTexts).filter(code => !spelledTexts.has(code)),
    [],
  );
  t.end();
});
