/** Schemas of the older product search and of its suggestions. */
import { limits } from '../../base/config/limits.js';
import { closedObject, type Components, type Schema } from './Components.js';

const text: Schema = { type: 'string' };
const number: Schema = { type: 'number' };
const count: Schema = { type: 'integer', minimum: 0 };
const flag: Schema = { type: 'boolean', default: false };
const texts = (description: string, maxItems?: number): Schema => ({
  type: 'array',
  items: text,
  description,
  ...(maxItems !== undefined && { maxItems }),
});

/** The parameters of a search, which a POST has in a form. */
export const projectionSearchParameters: Readonly<Record<string, Schema>> = {
  fuzzy: { ...flag, description: 'Whether words like those of the texts are found too.' },
  fuzzyLevel: {
    type: 'integer',
    minimum: 0,
    maximum: 2,
    description: 'The edits by which words may differ; by default as many as their length allows.',
  },
  'filter.query': texts('Filters of products before facets are counted, such as `categories.id: subtree("…")`.'),
  filter: texts('Filters of the results; facets disregard them.'),
  'filter.facets': texts('Filters of what facets count, apart from facets on the path of the filter.'),
  facet: texts(
    'Facets, such as `variants.attributes.color.key as colors`, `variants.price.centAmount:range (0 to 1000), ' +
      '(1000 to *)` or `categories.id:"…" counting products`.',
    limits.searchFacetsMax,
  ),
  sort: texts('`score`, `price`, or a path, each with `asc` or `desc`, such as `name.en asc`.', limits.searchSortsMax),
  limit: {
    type: 'integer',
    minimum: 0,
    maximum: limits.projectionSearchLimitMax,
    default: limits.laterSearchLimitDefault,
  },
  offset: { type: 'integer', minimum: 0, maximum: limits.searchOffsetMax, default: 0 },
  markMatchingVariants: { ...flag, description: 'Whether variants tell by `isMatchingVariant` if they match.' },
  expand: texts('Paths of references to expand.'),
};

export const projectionSearchForm: Schema = {
  type: 'object',
  description: 'The parameters of the GET request, `text.<language>` and those of projections included.',
  properties: projectionSearchParameters,
  additionalProperties: text,
};

const facetResult: Schema = {
  oneOf: [
    closedObject({ type: { const: 'filter' }, count, productCount: count }, ['type', 'count']),
    closedObject(
      {
        type: { const: 'terms' },
        dataType: { enum: ['text', 'number', 'boolean', 'date', 'time', 'datetime'] },
        missing: count,
        total: count,
        other: count,
        terms: {
          type: 'array',
          maxItems: limits.projectionFacetTermsMax,
          items: closedObject({ term: {}, count, productCount: count }, ['term', 'count']),
        },
      },
      ['type', 'dataType', 'missing', 'total', 'other', 'terms'],
    ),
    closedObject(
      {
        type: { const: 'range' },
        ranges: {
          type: 'array',
          items: closedObject(
            {
              from: number,
              fromStr: text,
              to: number,
              toStr: text,
              count,
              productCount: count,
              totalCount: count,
              total: number,
              min: number,
              max: number,
              mean: number,
            },
            ['from', 'fromStr', 'to', 'toStr', 'count', 'totalCount', 'total', 'min', 'max', 'mean'],
          ),
        },
      },
      ['type', 'ranges'],
    ),
  ],
};

export const projectionSearchResponseSchema = (components: Components): Schema =>
  components.component('ProductProjectionPagedSearchResponse', 'ProductProjectionPagedSearchResponse', () =>
    closedObject(
      {
        limit: count,
        offset: count,
        count,
        total: count,
        facets: {
          type: 'object',
          additionalProperties: facetResult,
          description: 'By name; where facets were asked for.',
        },
        results: {
          type: 'array',
          items: { type: 'object', description: 'A product projection; its variants have `scopedPrice` too.' },
        },
      },
      ['limit', 'offset', 'count', 'total', 'results'],
    ),
  );

export const suggestionsSchema = (components: Components): Schema =>
  components.component('SuggestionResult', 'SuggestionResult', () => ({
    type: 'object',
    description: 'Suggestions by the name of their parameter, such as `searchKeywords.en`.',
    additionalProperties: { type: 'array', items: closedObject({ text }, ['text']) },
  }));
