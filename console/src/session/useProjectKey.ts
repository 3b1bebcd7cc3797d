import { useParams } from 'react-router';

/** The key of the project in the address: `/console/{projectKey}/orders`. */
export const useProjectKey = (): string => useParams().projectKey ?? '';
