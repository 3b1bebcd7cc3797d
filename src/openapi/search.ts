/** Order Search: what a request may ask, and what it is answered. */
import { limits } from '../config/limits.js';
import { customTypes, expressionKinds, searchFields } from '../search/fields.js';
import { compoundKinds, sortModes } from '../search/query/ast.js';
import { type Option, optionsOf } from '../search/query/expression.js';
import { closed, type Components, type Schema } from './components.js';

const text: Schema = { type: 'string' };

const options: Readonly<Record<Exclude<Option, 'field'>, Schema>> = {
  customType: { enum: customTypes, description: 'Of a custom field: its type.' },
  boost: { type: 'number', minimum: 0, default: 1 },
  language: { ...text, description: 'Of a localized field: the language it is compared in.', example: 'en' },
  value: { type: ['string', 'number', 'boolean'] },
  mustMatch: { enum: ['all', 'any'], default: 'all' },
  caseInsensitive: { type: 'boolean', default: false },
  gte: { type: ['string', 'number'] },
  lte: { type: ['string', 'number'] },
};

const requiredOf = (names: readonly Option[]): string[] => names.filter(name => name === 'field' || name === 'value');

const field = (components: Components): Schema =>
  components.component('OrderSearchField', 'OrderSearchField', () => ({
    anyOf: [{ enum: searchFields.map(({ name }) => name) }, { type: 'string', pattern: '^custom\\.' }],
  }));

const expression = (components: Components, names: readonly Option[]): Schema =>
  closed(
    Object.fromEntries(names.map(name => [name, name === 'field' ? field(components) : options[name]])),
    requiredOf(names),
  );

const only = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties,
  minProperties: 1,
  maxProperties: 1,
  additionalProperties: false,
});

const expressions = (components: Components): Record<string, Schema> =>
  Object.fromEntries(expressionKinds.map(kind => [kind, expression(components, optionsOf[kind])]));

const filter = (components: Components): Schema =>
  components.component('OrderSearchExpression', 'OrderSearchExpression', () => only(expressions(components)));

/** SEARCH013 to SEARCH019 */
const query = (components: Components): Schema =>
  components.component('OrderSearchQuery', 'OrderSearchQuery', () => {
    const parts = { type: 'array', minItems: 1, items: { $ref: '#/components/schemas/OrderSearchQuery' } };
    return only({ ...Object.fromEntries(compoundKinds.map(kind => [kind, parts])), ...expressions(components) });
  });

/** SEARCH056 to SEARCH058 */
const sorting = (components: Components): Schema =>
  components.component('OrderSearchSorting', 'OrderSearchSorting', () =>
    closed(
      {
        field: field(components),
        customType: options.customType,
        language: options.language,
        order: { enum: ['asc', 'desc'], default: 'asc' },
        mode: { enum: sortModes, default: 'min' },
        filter: filter(components),
      },
      ['field'],
    ),
  );

export const searchRequest = (components: Components): Schema =>
  components.component('OrderSearchRequest', 'OrderSearchRequest', () => ({
    ...closed(
      {
        query: query(components),
        sort: { type: 'array', maxItems: limits.searchSortsMax, items: sorting(components) },
        limit: { type: 'integer', minimum: 0, maximum: limits.searchLimitMax, default: limits.searchLimitDefault },
        offset: { type: 'integer', minimum: 0, maximum: limits.searchOffsetMax, default: 0 },
      },
      ['query'],
    ),
    example: {
      query: { exact: { field: 'orderState', value: 'Open' } },
      sort: [{ field: 'createdAt', order: 'desc' }],
      limit: 10,
    },
  }));

const count: Schema = { type: 'integer', minimum: 0 };

export const searchResponse = (components: Components): Schema =>
  components.component('OrderSearchResponse', 'OrderSearchResponse', () => {
    const hit = closed({ id: text, version: { type: 'integer', minimum: 1 }, relevance: { type: 'number' } }, [
      'id',
      'version',
      'relevance',
    ]);
    return closed({ total: count, offset: count, limit: count, hits: { type: 'array', items: hit } }, [
      'total',
      'offset',
      'limit',
      'hits',
    ]);
  });
