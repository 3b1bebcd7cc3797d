import { useQuery } from '@tanstack/react-query';
import { isFirstLoad, type JsonSchema, loadSchema, loadWholeSchema } from '../api/description';

const forever = { staleTime: Number.POSITIVE_INFINITY, throwOnError: isFirstLoad };

/** Returns a schema of the API description; undefined until it is loaded. */
export const useSchema = (name: string): JsonSchema | undefined =>
  useQuery({ queryKey: ['schema', name], queryFn: () => loadSchema(name), ...forever }).data;

/** Returns the values of an enum of the API description; empty until it is loaded. */
export const useEnum = (name: string): readonly string[] => (useSchema(name)?.enum ?? []) as readonly string[];

/** Returns a schema with all schemas that it refers to, for a form; undefined until it is loaded. */
export const useWholeSchema = (name: string | undefined): JsonSchema | undefined =>
  useQuery({
    queryKey: ['whole schema', name],
    queryFn: async () => loadWholeSchema(await loadSchema(name ?? '')),
    enabled: name !== undefined,
    ...forever,
  }).data;
