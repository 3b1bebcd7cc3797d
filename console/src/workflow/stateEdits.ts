/** What a person has changed of a state and not saved yet, and the update actions that save it. */
import type { UpdateAction } from '../changes/useChange';
import type { WorkflowState } from './workflowStates';

/** The ids of the states that a state leads to, or all states of its type. */
export type Targets = readonly string[] | 'all';

export interface StateEdits {
  readonly key?: string;
  /** By language. */
  readonly name?: Readonly<Record<string, string>>;
  readonly initial?: boolean;
  readonly roles?: readonly string[];
  readonly targets?: Targets;
}

export const targetsOf = ({ transitions }: WorkflowState): Targets => transitions?.map(({ id }) => id) ?? 'all';

const referenceTo = (id: string) => ({ typeId: 'state', id });

const transitionsTo = (targets: Targets) => (targets === 'all' ? undefined : targets.map(referenceTo));

/** An empty text is no name; without any the state has none. */
const withoutEmpty = (name: Readonly<Record<string, string>>): Readonly<Record<string, string>> | undefined => {
  const texts = Object.entries(name).filter(([, text]) => text.trim() !== '');
  return texts.length === 0 ? undefined : Object.fromEntries(texts);
};

/** The state as it will be when the edits are saved. */
export const withEdits = (state: WorkflowState, { targets, name, ...members }: StateEdits = {}): WorkflowState => ({
  ...state,
  ...members,
  ...(name !== undefined && { name: withoutEmpty(name) }),
  ...(targets !== undefined && { transitions: transitionsTo(targets) }),
});

/** The order of entries and elements means nothing in a name, in roles and in transitions. */
const comparable = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.entries(value);
  return parts
    .map(part => JSON.stringify(part))
    .sort()
    .join();
};

/** The update actions for the members that the edits change. */
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
