import type { Base } from '../define/Base.js';
import type { Client } from '../define/Client.js';
import type { Context } from '../define/Context.js';
import type { Creation } from '../define/Creation.js';
import { type CombinedChange, noChange } from './CombinedChange.js';
import { creatorOf } from './creatorOf.js';
import type { DraftedResource } from './PendingWrite.js';

/** The members that the engine sets in a new resource. */
export const newBase = (id: string, client: Client, { now }: Context): Base => ({
  id,
  version: 1,
  createdAt: now,
  lastModifiedAt: now,
  createdBy: creatorOf(client),
  lastModifiedBy: creatorOf(client),
});

/** The stage `apply` of a creation: a pure function, given the ids and the time of the context. */
export const applyDraft = (
  creation: Creation<Base>,
  draft: unknown,
  client: Client,
  context: Context,
): { readonly drafted: DraftedResource; readonly change: CombinedChange } => {
  const { id, members, messages, source, hidden } = creation.create(draft as never, context);
  return {
    drafted: { values: { ...members, ...newBase(id ?? context.newId(), client, context) }, messages, source },
    change: { ...noChange, hidden },
  };
};
