import { useParams } from 'react-router';

/** Returns the key of the project in the address: `/console/{projectKey}/orders`. */
export const useProjectKey = (): string => useParams().projectKey ?? '';
