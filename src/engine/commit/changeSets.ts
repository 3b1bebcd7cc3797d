import type { Base, StoredResource } from '../define/Base.js';
import type { Change, MessageDraft } from '../define/actions.js';
import type { Context } from '../define/Context.js';
import type { Creation } from '../define/Creation.js';
import type { Document } from '../document/Document.js';
import type { ResourceRequest } from '../ResourceRequest.js';
import type { ChangeSet } from '../../store/ChangeSet.js';
import type { BeforeCommitResult, UpdateExtender } from '../define/BeforeCommit.js';

/** The combined effect of a draft or of a list of update actions. */
export interface CombinedChange {
  readonly changes: Readonly<Record<string, unknown>>;
  readonly messages: readonly MessageDraft[];
  readonly unreferenced: boolean;
  readonly hidden?: Change<Base>['hidden'];
  readonly requestedEffects?: Change<Base>['requestedEffects'];
  /**
   * The names of the members that actions changed; absent: all of `changes`. The beforeCommit hook changed the others.
   */
  readonly changedByActions?: readonly string[];
}

export const noChange: CombinedChange = { changes: {}, messages: [], unreferenced: false };

/** Tells whether there is nothing to write and nothing to report. */
export const changesNothing = ({ changes, messages }: CombinedChange): boolean =>
  Object.keys(changes).length === 0 && messages.length === 0;

const membersChangedByActions = ({
  changes,
  changedByActions = Object.keys(changes),
}: CombinedChange): readonly string[] => changedByActions;

type Effects = NonNullable<CombinedChange['requestedEffects']>;

/** Merges effects by name: the later one counts, and lists are joined. */
export const mergeEffects = (first: Effects | undefined, second: Effects | undefined): Effects | undefined => {
  if (first === undefined || second === undefined) return first ?? second;
  const merged: Record<string, unknown> = { ...first };
  for (const [name, effect] of Object.entries(second)) {
    const before = first[name];
    merged[name] =
      Array.isArray(before) && Array.isArray(effect) ? [...(before as unknown[]), ...(effect as unknown[])] : effect;
  }
  return merged;
};

/** Combines two lists of actions that are applied one after the other. */
export const mergeCombinedChanges = (first: CombinedChange, second: CombinedChange): CombinedChange => ({
  changes: { ...first.changes, ...second.changes },
  messages: [...first.messages, ...second.messages],
  unreferenced: first.unreferenced || second.unreferenced,
  hidden: second.hidden === undefined ? first.hidden : second.hidden,
  requestedEffects: mergeEffects(first.requestedEffects, second.requestedEffects),
  changedByActions: [...membersChangedByActions(first), ...membersChangedByActions(second)],
});

/** A resource as its draft makes it: all members but those that the engine counts. */
export interface DraftedResource {
  readonly values: Base & Readonly<Record<string, unknown>>;
  readonly messages?: (resource: Base) => readonly MessageDraft[];
  /** The document that members were copied from (CreationResult). */
  readonly source?: Document;
}

interface HookedWrite {
  /** True if the beforeCommit hook has run: it runs again for each answer of an extension and after a stale read. */
  hasRunHook?: true;
}

/** A new resource on its way through the pipeline. */
export interface PendingCreate extends HookedWrite {
  readonly kind: 'create';
  readonly request: ResourceRequest;
  readonly context: Context;
  readonly creation: Creation<Base>;
  readonly draft: unknown;
  readonly drafted: DraftedResource;
  readonly extend: UpdateExtender;
}

/** A changed resource on its way through the pipeline. */
export interface PendingUpdate extends HookedWrite {
  readonly kind: 'update';
  readonly request: ResourceRequest;
  readonly context: Context;
  readonly stored: StoredResource;
  readonly extend?: UpdateExtender;
  /** True if definitions ask for the change (rewriteResource.ts): no hook has to look at it. */
  readonly followsDefinitions?: true;
}

/** Everything about a write that the stages behind `apply` need; the changes themselves are a CombinedChange. */
export type PendingWrite = PendingCreate | PendingUpdate;

export interface ComposedWrite {
  readonly changeSet: ChangeSet;
  readonly document: Document;
  readonly resource: Base;
}

/** A write that is ready to be committed. */
export interface Proposal extends ComposedWrite {
  /** The changes, with those of the beforeCommit hook. */
  readonly change: CombinedChange;
  readonly result: BeforeCommitResult<Base>;
}
