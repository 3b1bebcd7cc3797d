/** Searches, and operations on their indexes. Their modules are loaded by the first call: a start would take longer. */
import { required } from '../../base/errors/ApiError.js';
import type { Services } from '../../services/services.js';
import type { TypeSearch } from '../../search/TypeSearch.js';
import { toResourceRequest } from '../callRequests.js';
import { projectionSearchQuery, suggestionParameters } from '../schemas/parameterDescriptions.js';
import {
  projectionSearchForm,
  projectionSearchResponseSchema,
  suggestionsSchema,
} from '../schemas/projectionSearchSchemas.js';
import { reindexingDraftSchema, reindexingSchema, searchIndexesSchema } from '../schemas/searchIndexSchemas.js';
import {
  customerSearchRequestSchema,
  customerSearchResponseSchema,
  indexingStatusSchema,
  productSearchRequestSchema,
  productSearchResponseSchema,
  searchRequestSchema,
  searchResponseSchema,
} from '../schemas/searchSchemas.js';
import type { OperationDescription } from '../schemas/OperationDescription.js';
import { describeVerbs, uncached } from './Verb.js';

const searchOfType = ({ searches }: Services, typeId: string): TypeSearch =>
  required(searches.get(typeId), `the search of the type '${typeId}'`);

const withProductSearch = (services: Services) => {
  const search = searchOfType(services, 'product');
  return { ...services, search, columns: search.columns };
};

/** Searches of customers answer SearchNotReady where there is no index. */
const mayBeNotReady: OperationDescription['errors'] = ({ typeId }) => (typeId === 'customer' ? [409] : []);

export const searchVerbs = describeVerbs({
  searchOrders: {
    kind: 'read',
    weight: 'document',
    run: async (services, { projectKey, body }) => {
      const { searchOrders } = await import('../../search/searchOrders.js');
      return searchOrders(services, { projectKey, body });
    },
    summary: 'Searches orders.',
    body: ({ components }) => searchRequestSchema(components),
    status: 200,
    answer: ({ components }) => searchResponseSchema(components),
  },
  searchProducts: {
    kind: 'read',
    staysWithProject: true,
    weight: 'document',
    run: async (services, call) => {
      const { searchProducts } = await import('../../search/searchProducts.js');
      return searchProducts(withProductSearch(services), toResourceRequest(services, call));
    },
    summary: 'Searches published products, with facets.',
    body: ({ components }) => productSearchRequestSchema(components),
    status: 200,
    answer: ({ components }) => productSearchResponseSchema(components),
  },
  searchProjections: {
    kind: 'read',
    staysWithProject: true,
    weight: 'document',
    run: async (services, call) => {
      const { searchProjections } = await import('../../search/searchProjections.js');
      return searchProjections(withProductSearch(services), toResourceRequest(services, call));
    },
    summary: 'Searches product projections, with filters and facets.',
    body: () => projectionSearchForm,
    status: 200,
    answer: ({ components }) => projectionSearchResponseSchema(components),
    parameters: projectionSearchQuery,
  },
  suggestKeywords: {
    kind: 'read',
    run: async (services, call) => {
      const { suggestKeywords } = await import('../../search/suggestKeywords.js');
      return suggestKeywords(withProductSearch(services), toResourceRequest(services, call));
    },
    summary: 'Suggests search keywords of products that start with an input.',
    status: 200,
    answer: ({ components }) => suggestionsSchema(components),
    parameters: suggestionParameters,
  },
  searchCustomers: {
    kind: 'read',
    weight: 'document',
    run: async (services, { projectKey, body }) => {
      const { searchCustomers } = await import('../../search/searchCustomers.js');
      return searchCustomers({ ...services, search: searchOfType(services, 'customer') }, { projectKey, body });
    },
    summary: 'Searches customers.',
    body: ({ components }) => customerSearchRequestSchema(components),
    status: 200,
    answer: ({ components }) => customerSearchResponseSchema(components),
    errors: mayBeNotReady,
  },
  searchExists: {
    kind: 'read',
    run: async (services, { projectKey, typeId }) => {
      const { searchExists } = await import('../../search/searchOrders.js');
      return searchExists({ search: searchOfType(services, typeId) }, projectKey);
    },
    summary: 'Tells whether the resources can be searched.',
    status: 200,
    errors: mayBeNotReady,
  },
  searchIndexingStatus: {
    kind: 'read',
    run: async (services, { projectKey, typeId }) => {
      const { searchIndexingStatus } = await import('../../search/searchCustomers.js');
      return searchIndexingStatus({ search: searchOfType(services, typeId) }, projectKey);
    },
    summary: 'Tells how far the index of the search is.',
    status: 200,
    answer: ({ components }) => indexingStatusSchema(components),
    errors: mayBeNotReady,
  },
  listSearchIndexes: {
    kind: 'read',
    run: async (services, call) => {
      const { listSearchIndexes } = await import('../searchIndexes.js');
      return { ...(await listSearchIndexes(services, call)), headers: uncached };
    },
    summary: 'Tells how the index of each search of the project is.',
    status: 200,
    answer: ({ components }) => searchIndexesSchema(components),
  },
  reindexSearch: {
    kind: 'command',
    run: async (services, call) => {
      const { reindexSearch } = await import('../searchIndexes.js');
      return reindexSearch(services, call);
    },
    summary: 'Makes a new index of all resources beside the one that is searched, and puts it in its place.',
    body: () => reindexingDraftSchema,
    status: 200,
    answer: () => reindexingSchema,
  },
});
