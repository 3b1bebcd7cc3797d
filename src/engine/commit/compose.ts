import type { Engine } from '../Engine.js';
import type { CombinedChange } from './CombinedChange.js';
import { composeCreation } from './composeCreation.js';
import { composeUpdate } from './composeUpdate.js';
import type { PendingWrite } from './PendingWrite.js';
import type { ComposedWrite } from './Proposal.js';

/** The stage `compose`: the document and the change set of a write. */
export const composeWrite = (engine: Engine, write: PendingWrite, change: CombinedChange): ComposedWrite => {
  const { request, context } = write;
  return write.kind === 'create'
    ? composeCreation(engine, request, write.drafted, change, context)
    : composeUpdate(engine, request, write.stored, change, context);
};
