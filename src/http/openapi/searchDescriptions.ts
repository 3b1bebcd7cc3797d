/** Describes the operations of searches. */
import { projectionSearchForm, projectionSearchResponseSchema, suggestionsSchema } from './projectionSearchSchemas.js';
import {
  customerSearchRequestSchema,
  customerSearchResponseSchema,
  indexingStatusSchema,
  productSearchRequestSchema,
  productSearchResponseSchema,
  searchRequestSchema,
  searchResponseSchema,
} from './searchSchemas.js';
import { reindexingDraftSchema, reindexingSchema, searchIndexesSchema } from './searchIndexSchemas.js';
import type { Components, Schema } from './Components.js';

type DescribeSchema = (context: { readonly components: Components }) => Schema;

/** A part of VerbDescription (verbDescriptions.ts). */
interface SearchDescription {
  readonly summary: () => string;
  readonly body?: DescribeSchema;
  readonly status: number;
  readonly answer?: DescribeSchema;
}

export const searchDescriptions: readonly (readonly [verb: string, description: SearchDescription])[] = [
  [
    'searchOrders',
    {
      summary: () => 'Searches orders.',
      body: ({ components }) => searchRequestSchema(components),
      status: 200,
      answer: ({ components }) => searchResponseSchema(components),
    },
  ],
  [
    'searchProducts',
    {
      summary: () => 'Searches published products, with facets.',
      body: ({ components }) => productSearchRequestSchema(components),
      status: 200,
      answer: ({ components }) => productSearchResponseSchema(components),
    },
  ],
  [
    'searchProjections',
    {
      summary: () => 'Searches product projections, with filters and facets.',
      body: () => projectionSearchForm,
      status: 200,
      answer: ({ components }) => projectionSearchResponseSchema(components),
    },
  ],
  [
    'suggestKeywords',
    {
      summary: () => 'Suggests search keywords of products that start with an input.',
      status: 200,
      answer: ({ components }) => suggestionsSchema(components),
    },
  ],
  [
    'searchCustomers',
    {
      summary: () => 'Searches customers.',
      body: ({ components }) => customerSearchRequestSchema(components),
      status: 200,
      answer: ({ components }) => customerSearchResponseSchema(components),
    },
  ],
  [
    'searchIndexingStatus',
    {
      summary: () => 'Tells how far the index of the search is.',
      status: 200,
      answer: ({ components }) => indexingStatusSchema(components),
    },
  ],
  [
    'listSearchIndexes',
    {
      summary: () => 'Tells how the index of each search of the project is.',
      status: 200,
      answer: ({ components }) => searchIndexesSchema(components),
    },
  ],
  [
    'reindexSearch',
    {
      summary: () => 'Makes a new index of all resources beside the one that is searched, and puts it in its place.',
      body: () => reindexingDraftSchema,
      status: 200,
      answer: () => reindexingSchema,
    },
  ],
  ['searchExists', { summary: () => 'Tells whether the resources can be searched.', status: 200 }],
];
