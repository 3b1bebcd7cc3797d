import type { Loads } from '../layout/LoadError';
import { useResources } from '../resources/useResource';
import type { WorkflowState } from './workflowStates';

/** Maximum number of results of the API. */
const statesMax = 500;

export interface LoadedStates {
  /** Undefined until they are loaded. */
  readonly states: readonly WorkflowState[] | undefined;
  /** The number of all states, which may exceed the loaded ones in a very large workflow. */
  readonly total: number;
  readonly query: Loads;
}

/** Returns the states of a type, in the order of their creation. */
export const useWorkflowStates = (type: string): LoadedStates => {
  const query = useResources<WorkflowState>('states', {
    limit: statesMax,
    sort: 'createdAt asc',
    withTotal: true,
    where: `type = ${JSON.stringify(type)}`,
  });
  return { states: query.data?.results, total: query.data?.total ?? 0, query };
};
