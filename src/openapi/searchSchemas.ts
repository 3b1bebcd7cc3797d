/** Schemas of requests and responses of Order Search. */
import { limits } from '../config/limits.js';
import { customTypes, expressionKinds, searchFields } from '../search/fields/searchFields.js';
import { compoundKinds, sortModes } from '../search/query/ast.js';
import { type ExpressionOption, expressionOptions } from '../search/query/parseExpression.js';
import { closedObject, type Components, type Schema } from './Components.js';

const text: Schema = { type: 'string' };

const options: Readonly<Record<Exclude<ExpressionOption, 'field'>, Schema>> = {
  customType: { enum: customTypes, description: 'The type of a custom field.' },
  boost: { type: 'number', minimum: 0, default: 1 },
  language: { ...text, description: 'The language in which a localized field is compared.', example: 'en' },
  value: { type: ['string', 'number', 'boolean'] },
  mustMatch: { enum: ['all', 'any'], default: 'all' },
  caseInsensitive: { type: 'boolean', default: false },
  gte: { type: ['string', 'number'] },
  lte: { type: ['string', 'number'] },
};

const requiredOf = (names: readonly ExpressionOption[]): string[] =>
  names.filter(name => name === 'field' || name === 'value');

const field = (components: Components): Schema =>
  components.component('OrderSearchField', 'OrderSearchField', () => ({
    anyOf: [{ enum: searchFields.map(({ name }) => name) }, { type: 'string', pattern: '^custom\\.' }],
  }));

const expression = (components: Components, names: readonly ExpressionOption[]): Schema =>
  closedObject(
    Object.fromEntries(names.map(name => [name, name === 'field' ? field(components) : options[name]])),
    requiredOf(names),
  );

const singleMember = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties,
  minProperties: 1,
  maxProperties: 1,
  additionalProperties: false,
});

const expressions = (components: Components): Record<string, Schema> =>
  Object.fromEntries(expressionKinds.map(kind => [kind, expression(components, expressionOptions[kind])]));

const filter = (components: Components): Schema =>
  components.component('OrderSearchExpression', 'OrderSearchExpression', () => singleMember(expressions(components)));

/** Queries: expressions, and compounds of queries (SEARCH013 to SEARCH019). */
const query = (components: Components): Schema =>
  components.component('OrderSearchQuery', 'OrderSearchQuery', () => {
    const parts = { type: 'array', minItems: 1, items: { $ref: '#/components/schemas/OrderSearchQuery' } };
    return singleMember({
      ...Object.fromEntries(compoundKinds.map(kind => [kind, parts])),
      ...expressions(components),
    });
  });

/** Sorting by a field (SEARCH056 to SEARCH058). */
const sorting = (components: Components): Schema =>
  components.component('OrderSearchSorting', 'OrderSearchSorting', () =>
    closedObject(
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

export const searchRequestSchema = (components: Components): Schema =>
  components.component('OrderSearchRequest', 'OrderSearchRequest', () => ({
    ...closedObject(
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

export const searchResponseSchema = (components: Components): Schema =>
  components.component('OrderSearchResponse', 'OrderSearchResponse', () => {
    const hit = closedObject({ id: text, version: { type: 'integer', minimum: 1 }, relevance: { type: 'number' } }, [
      'id',
      'version',
      'relevance',
    ]);
    return closedObject({ total: count, offset: count, limit: count, hits: { type: 'array', items: hit } }, [
      'total',
      'offset',
      'limit',
      'hits',
    ]);
  });
