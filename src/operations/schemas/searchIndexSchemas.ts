/** Schemas of the indexes of a project's searches (src/search/searchStatusOf.ts). */
import { searchedTypes } from '../../search/types/index.js';
import { closedObject, type Components, type Schema } from './Components.js';

const text: Schema = { type: 'string' };
const time: Schema = { type: 'string', format: 'date-time' };
const count: Schema = { type: 'integer', minimum: 0 };

const described = (schema: Schema, description: string): Schema => ({ ...schema, description });

const index = closedObject(
  {
    number: count,
    layout: described(count, 'The version of its documents.'),
    builtAt: described(time, 'When all resources were indexed last.'),
    documents: count,
    bytes: count,
    bytesPerResource: count,
    replaced: described(count, 'Documents that were replaced since then.'),
  },
  ['number'],
);

const job = closedObject(
  {
    id: text,
    nbrOfIndexedDocuments: count,
    nbrOfFailedDocuments: count,
    totalNbrOfDocuments: count,
    percentCompleted: { ...count, maximum: 100 },
    completed: described({ type: 'boolean' }, 'Whether it has ended: it completed, or was stopped.'),
    completedAt: time,
    failures: {
      ...described({ type: 'array' }, 'The first of the resources that could not be indexed.'),
      items: closedObject({ id: text, reason: text }, ['id', 'reason']),
    },
  },
  [
    'id',
    'nbrOfIndexedDocuments',
    'nbrOfFailedDocuments',
    'totalNbrOfDocuments',
    'percentCompleted',
    'completed',
    'failures',
  ],
);

const searchIndexSchema = (): Schema =>
  closedObject(
    {
      typeId,
      status: { enum: ['Activated', 'Deactivated'] },
      resources: count,
      searchModule: { enum: ['present', 'missing', 'unknown'] },
      index: described(index, 'The index that is searched; without sizes where Redis lost it.'),
      waiting: described(count, 'Changed resources that are not indexed yet.'),
      oldestWaitingSeconds: { type: 'number', minimum: 0 },
      job: described(job, 'The indexing job that runs, or the last one, for thirty days after its start.'),
      activatedAt: time,
      searchedAt: time,
      daysLeft: described(count, 'Days without a search until it is deactivated.'),
    },
    ['typeId', 'status', 'resources', 'searchModule', 'waiting'],
  );

const typeId: Schema = { enum: searchedTypes.map(({ typeId: each }) => each) };

export const reindexingDraftSchema: Schema = {
  ...closedObject({ typeId: described(typeId, 'What is searched.') }, ['typeId']),
  example: { typeId: 'product' },
};

export const searchIndexesSchema = (components: Components): Schema =>
  closedObject(
    { results: { type: 'array', items: components.component('SearchIndex', 'SearchIndex', searchIndexSchema) } },
    ['results'],
  );

export const reindexingSchema: Schema = closedObject(
  {
    indexingJobId: described(text, 'Of the job that was started.'),
    existingIndexingJobId: described(text, 'Of the job that runs already: then none was started.'),
  },
  [],
);
