import { useQuery } from '@tanstack/react-query';
import { loadResourceTypes, type ResourceType } from './resourceTypes';

const none: readonly ResourceType[] = [];

/** The resource types of this server; empty until they are loaded. */
export const useResourceTypes = (): readonly ResourceType[] =>
  useQuery({ queryKey: ['resource types'], queryFn: loadResourceTypes, staleTime: Number.POSITIVE_INFINITY }).data ??
  none;
