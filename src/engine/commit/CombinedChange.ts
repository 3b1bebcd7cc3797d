import type { Base } from '../define/Base.js';
import type { Change, MessageDraft } from '../define/Change.js';

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

/** Whether there is nothing to write and nothing to report. */
export const changesNothing = ({ changes, messages }: CombinedChange): boolean =>
  Object.keys(changes).length === 0 && messages.length === 0;

const membersChangedByActions = ({
  changes,
  changedByActions = Object.keys(changes),
}: CombinedChange): readonly string[] => changedByActions;

/** Combines two lists of actions that are applied one after the other. */
export const mergeCombinedChanges = (first: CombinedChange, second: CombinedChange): CombinedChange => ({
  changes: { ...first.changes, ...second.changes },
  messages: [...first.messages, ...second.messages],
  unreferenced: first.unreferenced || second.unreferenced,
  hidden: second.hidden === undefined ? first.hidden : second.hidden,
  requestedEffects:
    first.requestedEffects === undefined
      ? second.requestedEffects
      : { ...first.requestedEffects, ...second.requestedEffects },
  changedByActions: [...membersChangedByActions(first), ...membersChangedByActions(second)],
});
