import type { Loads } from '../layout/LoadError';
import { useResources } from '../resources/useResource';
import type { WorkflowState } from './workflowStates';

/** The most that the API returns at once. */
const statesMax = 500;

export interface LoadedStates {
  /** Undefined until they are loaded. */
  readonly states: readonly WorkflowState[] | undefined;
  /** How many there are; more than the states that are loaded in a very large workflow. */
  readonly total: number;
  readonly query: Loads;
}

/** The states of a type, in the order of their creation. */
export const useWorkflowStates = (type: string): LoadedStates => {
  const query = useResources<WorkflowState>('states', {
    limit: statesMax,
    sort: 'createdAt asc',
    withTotal: true,
    where: `type = ${JSON.stringify(type)}`,
  });
  return { states: query.data?.results, total: query.data?.total ?? 0, query };
};
