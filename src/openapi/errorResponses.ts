import { errorTable } from '../errors/errorTable.js';
import { LocalizedString } from '../schema/primitives.js';
import { closedObject, type Components, type Schema } from './Components.js';
import { pascalCase } from './naming.js';

interface Row {
  readonly status: number;
  readonly fields: readonly string[];
}

const rows: readonly (readonly [code: string, row: Row])[] = Object.entries(errorTable);

/** What comes with another status too: `fail` is given it. */
const elsewhere: Readonly<Record<number, readonly string[]>> = { 502: ['ExternalOAuthFailed'] };

const text: Schema = { type: 'string' };
const list: Schema = { type: 'array' };

/** Extra fields that always are of one kind. */
const kinds: ReadonlyMap<string, Schema> = new Map<string, Schema>([
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
  ...['currentVersion', 'extensionStatusCode', 'variantId'].map(name => [name, { type: 'integer' }] as const),
  ...['allowedValues', 'duplicates', 'lineItems', 'skus', 'extensionErrors'].map(name => [name, list] as const),
]);

/** ERR006, ERR007 */
const always = (components: Components): Record<string, Schema> => ({
  actionIndex: { type: 'integer', minimum: 0, description: 'Place of the update action that it is about.' },
  errorByExtension: closedObject({ id: text, key: text }, ['id']),
  localizedMessage: components.schema(LocalizedString),
  extensionExtraInfo: {},
});

/** One code; of its fields an extension that answers with it may leave out all. */
const entry = (components: Components, code: string, fields: readonly string[]): Schema =>
  components.component(`${pascalCase(code)}Error`, code, () => {
    const names = fields.map(field => field.replace('?', ''));
    const required = fields.filter(field => !field.endsWith('?'));
    return {
      ...closedObject(
        {
          code: { const: code },
          message: text,
          ...Object.fromEntries(names.map(name => [name, kinds.get(name) ?? {}])),
          ...always(components),
        },
        ['code', 'message'],
      ),
      ...(required.length > 0 && { anyOf: [{ required }, { required: ['errorByExtension'] }] }),
    };
  });

const entriesOf = (components: Components, status: number): Schema => {
  const codes = rows.filter(([code, row]) => row.status === status || elsewhere[status]?.includes(code));
  const refs = codes.map(([code, { fields }]) => [code, entry(components, code, fields)] as const);
  return {
    oneOf: refs.map(([, ref]) => ref),
    discriminator: { propertyName: 'code', mapping: Object.fromEntries(refs.map(([code, { $ref }]) => [code, $ref])) },
  };
};

/** ERR001, ERR002 */
const body = (components: Components, status: number): Schema =>
  components.component(`Error${status}`, status, () =>
    closedObject(
      {
        statusCode: { const: status },
        message: text,
        errors: { type: 'array', minItems: 1, items: entriesOf(components, status) },
        error: { ...text, description: "OAuth's word for it (RFC 6749)." },
        error_description: text,
      },
      ['statusCode', 'message', 'errors'],
    ),
  );

const about: Readonly<Record<number, string>> = {
  400: 'The request cannot be done as it is.',
  401: 'Nobody, or nobody known, asks.',
  403: 'The token does not reach here.',
  404: 'There is no such thing.',
  409: 'The resource has another version by now, or changed at the same moment.',
  413: 'The body is too large.',
  429: 'Too many requests; Retry-After tells when to come again.',
  431: 'URL and headers are too large.',
  500: 'A defect of the service.',
  502: 'An API extension, or another OAuth server, gave an answer that is none.',
  503: 'The service cannot serve now; Retry-After tells when to come again.',
  504: 'An API extension, or another OAuth server, gave no answer.',
};

/** Statuses that an operation may refuse with. */
export const refusals = Object.keys(about).map(Number);

export const errorRef = (status: number): Schema => ({ $ref: `#/components/responses/Error${status}` });

/** All refusals by status, to be referred to. */
export const errorResponses = (components: Components): Record<string, Schema> =>
  Object.fromEntries(
    refusals.map(status => [
      `Error${status}`,
      { description: about[status], content: { 'application/json': { schema: body(components, status) } } },
    ]),
  );
