import { errorTable } from '../../base/errors/errorTable.js';
import { LocalizedString } from '../../engine/schema/primitives.js';
import { closedObject, type Components, type Schema } from '../../operations/schemas/Components.js';
import { pascalCase } from '../../engine/schema/words.js';

interface Row {
  readonly status: number;
  readonly fields: readonly string[];
}

const rows: readonly (readonly [code: string, row: Row])[] = Object.entries(errorTable);

/** Codes that are sent with another status than that of the table. */
const codesOfOtherStatus: Readonly<Record<number, readonly string[]>> = { 502: ['ExternalOAuthFailed'] };

const text: Schema = { type: 'string' };
const list: Schema = { type: 'array' };

/** Schemas of the extra fields that have one type in all errors. */
const fieldSchemas: ReadonlyMap<string, Schema> = new Map<string, Schema>([
  ...[
    'field',
    'id',
    'key',
    'typeId',
    'sku',
    'currency',
    'country',
    'code',
    'reason',
    'extensionId',
    'extensionKey',
    'itemId',
    'productId',
    'discountCode',
  ].map(name => [name, text] as const),
  ...['currentVersion', 'variantId'].map(name => [name, { type: 'integer' }] as const),
  ...['allowedValues', 'duplicates', 'lineItems', 'skus', 'extensionErrors'].map(name => [name, list] as const),
]);

/** The members that every error may have (ERR006, ERR007). */
const commonFields = (components: Components): Record<string, Schema> => ({
  actionIndex: { type: 'integer', minimum: 0, description: 'Index of the update action that caused the error.' },
  errorByExtension: closedObject({ id: text, key: text }, ['id']),
  localizedMessage: components.schema(LocalizedString),
  extensionExtraInfo: {},
});

/** The schema of one code; an error of an extension may omit all its fields. */
const entrySchema = (components: Components, code: string, fields: readonly string[]): Schema =>
  components.component(`${pascalCase(code)}Error`, code, () => {
    const names = fields.map(field => field.replace('?', ''));
    const required = fields.filter(field => !field.endsWith('?'));
    return {
      ...closedObject(
        {
          code: { const: code },
          message: text,
          ...Object.fromEntries(names.map(name => [name, fieldSchemas.get(name) ?? {}])),
          ...commonFields(components),
        },
        ['code', 'message'],
      ),
      ...(required.length > 0 && { anyOf: [{ required }, { required: ['errorByExtension'] }] }),
    };
  });

const entriesSchema = (components: Components, status: number): Schema => {
  const codes = rows.filter(([code, row]) => row.status === status || codesOfOtherStatus[status]?.includes(code));
  const refs = codes.map(([code, { fields }]) => [code, entrySchema(components, code, fields)] as const);
  return {
    oneOf: refs.map(([, ref]) => ref),
    discriminator: { propertyName: 'code', mapping: Object.fromEntries(refs.map(([code, { $ref }]) => [code, $ref])) },
  };
};

/** The body of an error response (ERR001, ERR002). */
const bodySchema = (components: Components, status: number): Schema =>
  components.component(`Error${status}`, status, () =>
    closedObject(
      {
        statusCode: { const: status },
        message: text,
        errors: { type: 'array', minItems: 1, items: entriesSchema(components, status) },
        error: { ...text, description: 'The error code of OAuth (RFC 6749).' },
        error_description: text,
      },
      ['statusCode', 'message', 'errors'],
    ),
  );

const descriptions: Readonly<Record<number, string>> = {
  400: 'The request is malformed or not possible.',
  401: 'The credentials or the token are missing or invalid.',
  403: 'The token lacks the required scope.',
  404: 'The resource or the path does not exist.',
  405: 'The method is not allowed for what the request asks for; Allow names the methods.',
  409: 'The resource has another version, or was changed at the same time.',
  413: 'The body is too large.',
  415: 'The body has a Content-Encoding that the server does not decode.',
  429: 'Too many requests; Retry-After names the seconds to wait.',
  431: 'URL and headers are too large.',
  500: 'An internal error.',
  501: 'The hosted API offers the request; this server does not yet.',
  502: 'An API extension or an external OAuth server sent an invalid response.',
  503:
    'The service is temporarily unavailable, and Retry-After names the seconds to wait; ' +
    'or Redis refuses changes, and Retry-After is absent.',
  504: 'An API extension or an external OAuth server did not respond.',
};

/** The statuses of error responses. */
const errorStatuses = Object.keys(descriptions).map(Number);

export const errorRef = (status: number): Schema => ({ $ref: `#/components/responses/Error${status}` });

/** Returns all error responses by name; operations refer to them. */
export const errorResponses = (components: Components): Record<string, Schema> =>
  Object.fromEntries(
    errorStatuses.map(status => [
      `Error${status}`,
      {
        description: descriptions[status],
        content: { 'application/json': { schema: bodySchema(components, status) } },
      },
    ]),
  );
