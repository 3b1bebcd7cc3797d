/** Starts, watches and stops the indexing of orders (INDEX001 to INDEX010). */
import { buildSchema, type GraphQLSchema } from 'graphql';
import { fail } from '../base/errors/ApiError.js';
import { attachResolvers, type ResolverMap } from './deriveSchema.js';
import { assertScope, type GraphqlContext } from './GraphqlContext.js';
import { createGraphqlEndpoint } from './createGraphqlEndpoint.js';
import { memberResolver } from './resolvers/Resolver.js';
import { searchIndexPresence, startReindexing, indexingStatusOf, stopIndexing } from '../search/indexingControl.js';

const typeDefs = /* GraphQL */ `
type Query {
  "How far a job is, and what it could not index."
  getReindexingStatus(id: String!): OrdersReindexingStatus!
  "Whether orders can be searched now, and whether an index is being made."
  ordersIndicesExist: OrdersIndices!
}

type Mutation {
  "Makes a new index of all orders beside the one that is searched, and puts it in its place."
  reIndexAllOrders: OrdersReindexing!
  "Ends the job that runs, if there is one; the index that is searched stays."
  stopOrdersIndexing: OrdersIndexingStop!
}

type OrdersReindexing {
  "Of the job that was started."
  indexingJobId: String
  "Of the job that runs already: then none was started."
  existingIndexingJobId: String
}

type OrdersReindexingStatus {
  nbrOfIndexedDocuments: Int!
  nbrOfFailedDocuments: Int!
  totalNbrOfDocuments: Int!
  percentCompleted: Float!
  completed: Boolean!
  "The first of the orders that could not be indexed."
  failures: [OrdersIndexingFailure!]!
}

type OrdersIndexingFailure {
  "Of the order."
  id: String!
  message: String!
}

type OrdersIndexingStop {
  status: String!
}

type OrdersIndices {
  searchableIndexExists: Boolean!
  newInProgress: Boolean!
}
`;

/** Requires both scopes of reindexing (INDEX004, INDEX006). */
const assertReindexing = (context: GraphqlContext): void => {
  assertScope(context, ['manage_project_settings']);
  assertScope(context, ['view_orders']);
};

const resolvers: ResolverMap = {
  Query: {
    getReindexingStatus: async (_, { id }, context) => {
      assertReindexing(context);
      const status = await indexingStatusOf(context.services, context.projectKey, id as string);
      if (status === undefined)
        throw fail('ResourceNotFound', {
          message:
            `There is no indexing job with the ID '${(id as string).slice(0, 100)}'; ` +
            'jobs are forgotten some time after their end.',
        });
      return status;
    },
    // The scope to manage the settings implies the scope to view them.
    ordersIndicesExist: (_, __, context) => {
      assertScope(context, ['view_project_settings']);
      return searchIndexPresence(context.services, context.projectKey);
    },
  },
  Mutation: {
    reIndexAllOrders: (_, __, context) => {
      assertReindexing(context);
      return startReindexing(context.services, context.projectKey);
    },
    stopOrdersIndexing: async (_, __, context) => {
      assertScope(context, ['manage_project_settings']);
      return { status: await stopIndexing(context.services, context.projectKey) };
    },
  },
  OrdersIndexingFailure: { message: memberResolver('reason') },
};

export const createIndexerSchema = (): GraphQLSchema => {
  const schema = buildSchema(typeDefs);
  attachResolvers(schema, resolvers);
  return schema;
};

/** Answers `POST /{projectKey}/orders/indexer/graphql`. */
export const answerIndexerGraphql = createGraphqlEndpoint(createIndexerSchema);
