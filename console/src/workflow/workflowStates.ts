/** Workflow states and the transitions between them. */
import type { Reference, Resource } from '../api/Resource';

export interface WorkflowState extends Resource {
  readonly key: string;
  readonly type: string;
  readonly name?: Readonly<Record<string, string>>;
  readonly initial: boolean;
  readonly builtIn: boolean;
  readonly roles?: readonly string[];
  /** Absent if every transition is allowed. */
  readonly transitions?: readonly Reference[];
}

/** Returns the states to which a resource may change from a state; without a state, the initial ones. */
export const nextStates = (
  states: readonly WorkflowState[],
  currentId: string | undefined,
): readonly WorkflowState[] => {
  if (currentId === undefined) return states.filter(({ initial }) => initial);
  const current = states.find(({ id }) => id === currentId);
  const allowed = current?.transitions;
  return states.filter(({ id }) => id !== currentId && (allowed === undefined || allowed.some(each => each.id === id)));
};

/**
 * Returns the column of each state in a picture: initial states and those without incoming transitions come first, then
 * the states to which they lead. States of a cycle that nothing leads to are in the first column as well.
 */
export const columnsOf = (states: readonly WorkflowState[]): ReadonlyMap<string, number> => {
  const columns = new Map<string, number>();
  const targets = new Set(states.flatMap(({ transitions = [] }) => transitions.map(({ id }) => id)));
  let reached = states.filter(({ id, initial }) => initial || !targets.has(id)).map(({ id }) => id);
  for (let column = 0; reached.length > 0; column++) {
    for (const id of reached) columns.set(id, column);
    reached = states
      .filter(({ id }) => columns.get(id) === column)
      .flatMap(({ transitions = [] }) => transitions.map(({ id }) => id))
      .filter((id, index, all) => !columns.has(id) && all.indexOf(id) === index);
  }
  for (const { id } of states) if (!columns.has(id)) columns.set(id, 0);
  return columns;
};
