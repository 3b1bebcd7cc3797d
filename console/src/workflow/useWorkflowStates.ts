import { useList } from '@refinedev/core';
import { useProjectKey } from '../session/useProjectKey';
import type { WorkflowState } from './workflowStates';

/** The most that the API returns at once. */
const statesMax = 500;

export interface LoadedStates {
  /** Undefined until they are loaded. */
  readonly states: readonly WorkflowState[] | undefined;
  /** How many there are; more than the states that are loaded in a very large workflow. */
  readonly total: number;
  readonly error: unknown;
}

/** The states of a type, in the order of their creation. */
export const useWorkflowStates = (type: string): LoadedStates => {
  const projectKey = useProjectKey();
  const { result, query } = useList<WorkflowState>({
    resource: 'states',
    pagination: { pageSize: statesMax },
    sorters: [{ field: 'createdAt', order: 'asc' }],
    filters: [{ field: 'where', operator: 'eq', value: `type = ${JSON.stringify(type)}` }],
    errorNotification: false,
    meta: { projectKey },
  });
  return { states: query.isSuccess ? result.data : undefined, total: result.total ?? 0, error: query.error };
};
