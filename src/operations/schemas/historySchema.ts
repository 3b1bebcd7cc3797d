/** The schema of deleted messages in a history (src/operations/readHistory.ts). */
import { closedObject, type Schema } from './Components.js';

const text: Schema = { type: 'string' };
const integer: Schema = { type: 'integer' };

const entry: Schema = {
  type: 'object',
  description: 'What a message said: beside these members its payload, without snapshots of the whole resource.',
  properties: {
    id: { ...text, description: 'The id of the message.' },
    createdAt: { type: 'string', format: 'date-time' },
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
    results: { type: 'array', items: entry },
  },
  ['limit', 'count', 'keptDays', 'results'],
);
