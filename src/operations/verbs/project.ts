/** GraphQL, and operations for the operator of a project: figures, histories, background jobs. */
import { callValue, toGraphqlRequest } from '../callRequests.js';
import { readHistory } from '../readHistory.js';
import { readOrderFigures } from '../orderFigures.js';
import { jobRunParameters } from '../schemas/parameterDescriptions.js';
import { historySchema, jobQueuesSchema, jobRunsSchema, orderFiguresSchema } from '../schemas/projectSchemas.js';
import { graphqlRequest } from './descriptions.js';
import { describeVerbs, uncached } from './Verb.js';

let graphqlModule: Promise<typeof import('../graphqlSchema.js')> | undefined;

/** Keeps the promise of the module: each import() takes some microseconds, also of a module that is loaded. */
const loadGraphql = () => (graphqlModule ??= import('../graphqlSchema.js'));

export const projectVerbs = describeVerbs({
  // Loaded by the first call: together they would take much of the time of a start.
  graphql: {
    kind: 'graphql',
    weight: 'document',
    run: async (services, call) => {
      const { answerGraphql } = await loadGraphql();
      return answerGraphql(services, toGraphqlRequest(call));
    },
    ...graphqlRequest('Executes a GraphQL request.'),
  },
  indexerGraphql: {
    kind: 'graphql',
    weight: 'document',
    run: async (services, call) => {
      const { answerIndexerGraphql } = await import('../../graphql/answerIndexerGraphql.js');
      return answerIndexerGraphql(services, toGraphqlRequest(call));
    },
    ...graphqlRequest('Executes a GraphQL request about the index of order search.'),
  },
  readOrderFigures: {
    kind: 'read',
    weight: 'heavy',
    run: async ({ redis }, { projectKey, query }) => ({
      status: 200,
      body: JSON.stringify(await readOrderFigures(redis, projectKey, query)),
      headers: uncached,
    }),
    summary: 'Tells orders and revenue by day, currency and market, and what sells most.',
    status: 200,
    answer: () => orderFiguresSchema,
  },
  readHistory: {
    kind: 'read',
    run: async ({ engine, historyDays }, { projectKey, query }) => ({
      status: 200,
      body: JSON.stringify(await readHistory(engine, projectKey, query, historyDays)),
      headers: uncached,
    }),
    summary: 'Tells what deleted messages about a resource said, the newest first.',
    status: 200,
    answer: () => historySchema,
  },
  // BullMQ is loaded when it is needed, since threads start faster without it.
  listJobQueues: {
    kind: 'read',
    run: async ({ redis }, { projectKey }) => {
      const { readProjectQueues } = await import('../../jobs/projectQueues.js');
      const results = await readProjectQueues(redis, projectKey);
      return { status: 200, body: JSON.stringify({ results }), headers: uncached };
    },
    summary: 'Lists the queues of background jobs, with the number of their runs in each state.',
    status: 200,
    answer: ({ components }) => jobQueuesSchema(components),
  },
  listJobRuns: {
    kind: 'read',
    run: async ({ redis }, call) => {
      const { readQueueRuns } = await import('../../jobs/projectQueues.js');
      const results = await readQueueRuns(redis, call.projectKey, callValue(call), call.query);
      return { status: 200, body: JSON.stringify({ results }), headers: uncached };
    },
    summary: 'Lists the runs of a queue of background jobs: of the project, or of a job for all projects.',
    status: 200,
    answer: ({ components }) => jobRunsSchema(components),
    parameters: jobRunParameters,
  },
});
