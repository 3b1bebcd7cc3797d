import { useOne } from '@refinedev/core';
import type { Reference, Resource } from '../api/Resource';
import { useProjectKey } from '../session/useProjectKey';
import { ValueView } from './ValueView';

interface LoadedReferenceProps {
  readonly reference: Reference;
  /** The path of the resource type. */
  readonly path: string;
}

/** A link to a resource by the name that a person knows it by, which is loaded for that. */
export const LoadedReference = ({ reference, path }: LoadedReferenceProps) => {
  const { result } = useOne<Resource>({
    resource: path,
    id: reference.id,
    errorNotification: false,
    meta: { projectKey: useProjectKey() },
  });
  return <ValueView value={result === undefined ? reference : { ...reference, obj: result }} />;
};
