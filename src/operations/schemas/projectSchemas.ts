/** Schemas of the jobs of a project, of the figures of its orders, and of deleted messages in a history. */
import { runStates } from '../../jobs/queueNames.js';
import { closedObject, type Components, type Schema } from './Components.js';

const text: Schema = { type: 'string' };
const time: Schema = { type: 'string', format: 'date-time' };
const integer: Schema = { type: 'integer' };
const count: Schema = { ...integer, minimum: 0 };

const listOf = (items: Schema): Schema => ({ type: 'array', items });

const pageOf =
  (name: string, schema: () => Schema) =>
  (components: Components): Schema =>
    closedObject({ results: listOf(components.component(name, name, schema)) }, ['results']);

const last = closedObject({ endedAt: time, failure: text }, ['endedAt']);

export const jobQueuesSchema = pageOf('JobQueue', () =>
  closedObject(
    {
      name: text,
      isShared: { type: 'boolean', description: 'Whether its runs are for all projects.' },
      ...Object.fromEntries(runStates.map(state => [state, count])),
      everySeconds: { type: 'number', description: 'The interval of a scheduled job.' },
      nextAt: time,
      last: { ...last, description: 'The last run that ended.' },
    },
    ['name', 'isShared', ...runStates],
  ),
);

export const jobRunsSchema = pageOf('JobRun', () =>
  closedObject(
    {
      id: text,
      state: { enum: runStates },
      attempts: { ...count, description: 'Attempts that began.' },
      attemptsMax: count,
      createdAt: time,
      startedAt: time,
      endedAt: time,
      dueAt: { ...time, description: 'When a delayed run begins at the earliest.' },
      progress: { description: 'Percent or counts. Runs for all projects have no progress, data and result.' },
      data: {},
      result: {},
      failure: {
        ...closedObject({ reason: text, stacks: listOf(text) }, ['reason']),
        description: 'The last failure, with the stack of each attempt that failed.',
      },
    },
    ['id', 'state', 'attempts', 'attemptsMax', 'createdAt'],
  ),
);

const sales = {
  currency: text,
  orders: { ...integer, description: 'Orders that are not cancelled.' },
  cents: { ...integer, description: 'The sum of their total prices, in the smallest unit of the currency.' },
};

export const orderFiguresSchema: Schema = closedObject(
  {
    days: listOf(closedObject({ start: time, ...sales }, ['start', ...Object.keys(sales)])),
    markets: listOf(closedObject({ country: text, storeKey: text, ...sales }, Object.keys(sales))),
    sold: listOf(closedObject({ productId: text, quantity: integer }, ['productId', 'quantity'])),
  },
  ['days', 'markets', 'sold'],
);

const entry: Schema = {
  type: 'object',
  description: 'What a message said: beside these members its payload, without snapshots of the whole resource.',
  properties: {
    id: { ...text, description: 'The id of the message.' },
    createdAt: time,
    resource: closedObject({ typeId: text, id: text }, ['typeId', 'id']),
    sequenceNumber: integer,
    resourceVersion: integer,
    type: text,
    createdBy: { type: 'object' },
  },
  required: ['id', 'createdAt', 'resource', 'sequenceNumber', 'resourceVersion', 'type', 'createdBy'],
};

export const historySchema: Schema = closedObject(
  {
    limit: integer,
    count: integer,
    keptDays: { ...integer, description: 'The days for which the server keeps histories; 0: it keeps none.' },
    next: { ...text, description: 'The value of `before` for older entries; absent where there are none.' },
    results: listOf(entry),
  },
  ['limit', 'count', 'keptDays', 'results'],
);
