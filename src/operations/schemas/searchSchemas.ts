/** Schemas of requests and responses of the searches. */
import { limits } from '../../base/config/limits.js';
import { compoundKinds, sortModes } from '../../search/query/ast.js';
import type { Dialect, ExpressionOption } from '../../search/query/Dialect.js';
import { searchedCustomer } from '../../search/types/customer.js';
import { searchedOrder } from '../../search/types/order.js';
import { searchedProduct } from '../../search/types/product/product.js';
import { closedObject, type Components, type Schema } from './Components.js';

const text: Schema = { type: 'string' };
const anyBound: Schema = { type: ['string', 'number'] };

const optionsOf = ({ table }: Dialect): Readonly<Record<Exclude<ExpressionOption, 'field'>, Schema>> => {
  const types = [...new Set(table.openFields.flatMap(family => family.types))];
  return {
    customType: { enum: types, description: 'The type of a custom field.' },
    fieldType: { enum: types, description: 'The type of a field that the project defines.' },
    boost: { type: 'number', minimum: 0, default: 1 },
    language: { ...text, description: 'The language in which a localized field is compared.', example: 'en' },
    value: { type: ['string', 'number', 'boolean'] },
    values: { type: 'array', items: { type: ['string', 'number', 'boolean'] }, maxItems: limits.searchValuesMax },
    mustMatch: { enum: ['all', 'any'], default: 'all' },
    caseInsensitive: { type: 'boolean', default: false },
    level: { type: 'integer', minimum: 0, maximum: 2 },
    gte: anyBound,
    gt: anyBound,
    lte: anyBound,
    lt: anyBound,
  };
};

const requiredOf = (names: readonly ExpressionOption[]): string[] =>
  names.filter(name => name === 'field' || name === 'level' || (name === 'value' && !names.includes('values')));

const singleMember = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties,
  minProperties: 1,
  maxProperties: 1,
  additionalProperties: false,
});

interface QuerySchemas {
  /** Queries: expressions, and compounds of queries (SEARCH013 to SEARCH019). */
  readonly query: Schema;
  /** Sorting by a field (SEARCH056 to SEARCH058). */
  readonly sorting: Schema;
  readonly field: Schema;
  readonly fieldType: Schema;
}

/** The schemas of a query language, under names that start with `prefix`. */
const querySchemas = (components: Components, prefix: string, dialect: Dialect): QuerySchemas => {
  const { table, expressionKinds, options: namesOf, relevanceField } = dialect;
  const options = optionsOf(dialect);
  const named = (name: string, schemaOf: () => Schema): Schema =>
    components.component(`${prefix}${name}`, `${prefix}${name}`, schemaOf);
  const field = named('Field', () => ({
    anyOf: [
      { enum: [...table.byName.keys(), ...(relevanceField === undefined ? [] : [relevanceField])] },
      ...table.openFields.map(family => ({ type: 'string', pattern: `^${family.prefix.replaceAll('.', '\\.')}` })),
    ],
  }));
  const expression = (names: readonly ExpressionOption[]): Schema =>
    closedObject(
      Object.fromEntries(names.map(name => [name, name === 'field' ? field : options[name]])),
      requiredOf(names),
    );
  const expressions = (): Record<string, Schema> =>
    Object.fromEntries(expressionKinds.map(kind => [kind, expression(namesOf[kind])]));
  const filter = named('Expression', () => singleMember(expressions()));
  const query = named('Query', () => {
    const parts = { type: 'array', minItems: 1, items: { $ref: `#/components/schemas/${prefix}Query` } };
    return singleMember({ ...Object.fromEntries(compoundKinds.map(kind => [kind, parts])), ...expressions() });
  });
  const [family] = table.openFields;
  const typeOption = family?.typeOption ?? 'customType';
  const sorting = named('Sorting', () =>
    closedObject(
      {
        field,
        [typeOption]: options[typeOption],
        language: options.language,
        order: { enum: ['asc', 'desc'], default: 'asc' },
        mode: { enum: sortModes, default: 'min' },
        filter: relevanceField === undefined ? filter : query,
      },
      ['field'],
    ),
  );
  return { query, sorting, field, fieldType: options[typeOption] };
};

/** The limit of the later searches. */
const laterLimit: Schema = {
  type: 'integer',
  minimum: 0,
  maximum: limits.searchLimitMax,
  default: limits.laterSearchLimitDefault,
};

/** The members of requests that all searches have. */
const pageOfSearch = (sorting: Schema): Record<string, Schema> => ({
  sort: { type: 'array', maxItems: limits.searchSortsMax, items: sorting },
  limit: { type: 'integer', minimum: 0, maximum: limits.searchLimitMax, default: limits.searchLimitDefault },
  offset: { type: 'integer', minimum: 0, maximum: limits.searchOffsetMax, default: 0 },
});

export const searchRequestSchema = (components: Components): Schema => {
  const { query, sorting } = querySchemas(components, 'OrderSearch', searchedOrder.dialect);
  return components.component('OrderSearchRequest', 'OrderSearchRequest', () => ({
    ...closedObject({ query, ...pageOfSearch(sorting) }, ['query']),
    example: {
      query: { exact: { field: 'orderState', value: 'Open' } },
      sort: [{ field: 'createdAt', order: 'desc' }],
      limit: 10,
    },
  }));
};

const count: Schema = { type: 'integer', minimum: 0 };

export const customerSearchRequestSchema = (components: Components): Schema => {
  const { query, sorting } = querySchemas(components, 'CustomerSearch', searchedCustomer.dialect);
  return components.component('CustomerSearchRequest', 'CustomerSearchRequest', () => ({
    ...closedObject({ query, ...pageOfSearch(sorting), limit: laterLimit }, []),
    example: { query: { fullText: { field: 'fullName', value: 'ana' } } },
  }));
};

export const customerSearchResponseSchema = (components: Components): Schema =>
  components.component('CustomerPagedSearchResponse', 'CustomerPagedSearchResponse', () => {
    const result = closedObject({ id: text, relevance: { type: 'number' } }, ['id', 'relevance']);
    return closedObject({ total: count, limit: count, offset: count, results: { type: 'array', items: result } }, [
      'total',
      'limit',
      'offset',
      'results',
    ]);
  });

export const indexingStatusSchema = (components: Components): Schema =>
  components.component('SearchIndexingStatusResponse', 'SearchIndexingStatusResponse', () =>
    closedObject(
      {
        status: { enum: ['Scheduled', 'Indexing', 'Ready', 'Failed'] },
        states: closedObject({ indexed: count, failed: count, estimatedTotal: count }, [
          'indexed',
          'failed',
          'estimatedTotal',
        ]),
        startedAt: text,
        lastModifiedAt: text,
        retryCount: { type: 'null', description: 'An index that is complete was not tried again.' },
      },
      ['status'],
    ),
  );

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

const any: Schema = {};

/** The facets of a product search, one member of each. */
const facetSchema = (components: Components, { query, field, fieldType }: QuerySchemas): Schema =>
  components.component('ProductSearchFacet', 'ProductSearchFacet', () => {
    const common = {
      name: text,
      scope: { enum: ['query', 'all'], default: 'query' },
      filter: query,
      level: { enum: ['products', 'variants'], default: 'products' },
    };
    const ofField = { ...common, field, fieldType };
    const range = closedObject({ from: anyBound, to: anyBound, key: text }, []);
    const sort = closedObject({ by: { enum: ['count', 'key'] }, order: { enum: ['asc', 'desc'] } }, []);
    const buckets = { minimum: 0, maximum: limits.searchBucketsMax, default: limits.searchBucketsDefault };
    return singleMember({
      count: closedObject(common, ['name']),
      stats: closedObject(ofField, ['name', 'field']),
      ranges: closedObject(
        {
          ...ofField,
          language: text,
          ranges: { type: 'array', minItems: 1, maxItems: limits.searchRangesMax, items: range },
        },
        ['name', 'field', 'ranges'],
      ),
      distinct: closedObject(
        {
          ...ofField,
          language: text,
          includes: { type: 'array', items: text, maxItems: limits.searchBucketsMax },
          sort,
          limit: { type: 'integer', ...buckets },
          missing: text,
        },
        ['name', 'field'],
      ),
    });
  });

export const productSearchRequestSchema = (components: Components): Schema => {
  const schemas = querySchemas(components, 'ProductSearch', searchedProduct.dialect);
  const { query, sorting } = schemas;
  return components.component('ProductSearchRequest', 'ProductSearchRequest', () => ({
    ...closedObject(
      {
        query,
        ...pageOfSearch(sorting),
        limit: laterLimit,
        markMatchingVariants: { type: 'boolean', default: false },
        productProjectionParameters: { type: 'object', description: 'Query parameters of product projections.' },
        facets: { type: 'array', maxItems: limits.searchFacetsMax, items: facetSchema(components, schemas) },
        postFilter: query,
      },
      [],
    ),
    example: { query: { exact: { field: 'variants.sku', value: 'A-1' } }, limit: 20 },
  }));
};

export const productSearchResponseSchema = (components: Components): Schema =>
  components.component('ProductPagedSearchResponse', 'ProductPagedSearchResponse', () => {
    const bucket = closedObject({ key: text, count }, ['key', 'count']);
    const facet = closedObject(
      {
        name: text,
        buckets: { type: 'array', items: bucket },
        value: count,
        min: any,
        max: any,
        mean: { type: 'number' },
        sum: { type: 'number' },
        count,
      },
      ['name'],
    );
    const variant = closedObject({ id: count, sku: text }, ['id']);
    const result = closedObject(
      {
        id: text,
        matchingVariants: closedObject(
          { allMatched: { type: 'boolean' }, matchedVariants: { type: 'array', items: variant } },
          ['allMatched', 'matchedVariants'],
        ),
        productProjection: { type: 'object' },
      },
      ['id'],
    );
    const lists = { facets: { type: 'array', items: facet }, results: { type: 'array', items: result } };
    return closedObject({ total: count, offset: count, limit: count, ...lists }, [
      'total',
      'offset',
      'limit',
      'facets',
      'results',
    ]);
  });
