/** The unsaved edits of a state, and the update actions that save them. */
import type { UpdateAction } from '../changes/useChange';
import type { WorkflowState } from './workflowStates';

/** The ids of the states to which a state leads, or all states of its type. */
export type Targets = readonly string[] | 'all';

export interface StateEdits {
  readonly key?: string;
  /** Names by language. */
  readonly name?: Readonly<Record<string, string>>;
  readonly initial?: boolean;
  readonly roles?: readonly string[];
  readonly targets?: Targets;
}

export const targetsOf = ({ transitions }: WorkflowState): Targets => transitions?.map(({ id }) => id) ?? 'all';

const referenceTo = (id: string) => ({ typeId: 'state', id });

const transitionsTo = (targets: Targets) => (targets === 'all' ? undefined : targets.map(referenceTo));

/** Removes empty texts from a name; undefined if there are no others. */
const withoutEmpty = (name: Readonly<Record<string, string>>): Readonly<Record<string, string>> | undefined => {
  const texts = Object.entries(name).filter(([, text]) => text.trim() !== '');
  return texts.length === 0 ? undefined : Object.fromEntries(texts);
};

/** Returns the state as it will be when the edits are saved. */
export const withEdits = (state: WorkflowState, { targets, name, ...members }: StateEdits = {}): WorkflowState => ({
  ...state,
  ...members,
  ...(name !== undefined && { name: withoutEmpty(name) }),
  ...(targets !== undefined && { transitions: transitionsTo(targets) }),
});

/** Returns a text for comparisons, because the order in a name, in roles and in transitions has no meaning. */
const comparable = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.entries(value);
  return parts
    .map(part => JSON.stringify(part))
    .sort()
    .join();
};

/** Returns the update actions for the members that the edits change. */
export const actionsOf = (state: WorkflowState, edits: StateEdits = {}): readonly UpdateAction[] => {
  const edited = withEdits(state, edits);
  const { key, name, initial, roles, transitions } = edited;
  const isChanged = (before: unknown, after: unknown): boolean => comparable(before) !== comparable(after);
  return [
    ...(isChanged(state.key, key) ? [{ action: 'changeKey', key }] : []),
    ...(isChanged(state.name, name) ? [{ action: 'setName', name }] : []),
    ...(isChanged(state.initial, initial) ? [{ action: 'changeInitial', initial }] : []),
    ...(isChanged(state.roles ?? [], roles ?? []) ? [{ action: 'setRoles', roles }] : []),
    ...(isChanged(targetsOf(state), targetsOf(edited)) ? [{ action: 'setTransitions', transitions }] : []),
  ];
};
