/** Applies update actions to a resource, and reports the result. */
import { useState } from 'react';
import { ApiError } from '../api/ApiError';
import { sendToProject } from '../api/project';
import type { Resource } from '../api/Resource';
import type { ResourceType } from '../resources/resourceTypes';
import { useReload, useUpdateResource } from '../resources/useResource';
import { useProjectKey } from '../session/useProjectKey';

export interface UpdateAction {
  readonly action: string;
  readonly [member: string]: unknown;
}

/** A change that was refused because another change of the resource came first. */
export interface Conflict {
  readonly actions: readonly UpdateAction[];
  /** The resource that the person saw: the page may have loaded another one since. */
  readonly shown: Resource;
  readonly newest: Resource;
  /** Runs after the actions are applied to the newest version. */
  readonly onSaved: (() => void) | undefined;
}

export interface Change {
  readonly apply: (actions: readonly UpdateAction[], onSaved?: () => void) => void;
  /** Applies the refused actions to the newest version. */
  readonly applyToNewest: () => void;
  /** Shows the newest version, without the change. */
  readonly discard: () => void;
  readonly reset: () => void;
  readonly isSaving: boolean;
  readonly isSaved: boolean;
  /** True if the server accepted the actions, but none of them changed anything. */
  readonly isUnchanged: boolean;
  readonly error: unknown;
  readonly conflict: Conflict | undefined;
}

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.statusCode === 409;

/** The newest version of each resource that this page changed. The page may still show the previous version. */
const savedVersions = new Map<string, number>();

export const useChange = (type: Pick<ResourceType, 'path'>, resource: Resource): Change => {
  const projectKey = useProjectKey();
  const [conflict, setConflict] = useState<Conflict>();
  const { mutate, ...mutation } = useUpdateResource(type.path, resource.id);
  const reload = useReload();
  const findNewest = async (actions: readonly UpdateAction[], onSaved?: () => void): Promise<void> => {
    const newest = await sendToProject<Resource>(projectKey, `/${type.path}/${encodeURIComponent(resource.id)}`);
    setConflict({ actions, shown: resource, newest, onSaved });
  };
  const applyTo = (version: number, actions: readonly UpdateAction[], onSaved?: () => void): void => {
    setConflict(undefined);
    mutate(
      { version, actions },
      {
        onSuccess: saved => {
          savedVersions.set(resource.id, saved.version);
          onSaved?.();
        },
        // The error stays if the newest version cannot be read either.
        onError: error => void (isConflict(error) && findNewest(actions, onSaved).catch(() => undefined)),
      },
    );
  };
  const reset = (): void => {
    setConflict(undefined);
    mutation.reset();
  };
  // Each effective change creates a version.
  const isUnchanged = mutation.data !== undefined && mutation.data.version === mutation.variables?.version;
  return {
    apply: (actions, onSaved) =>
      applyTo(Math.max(resource.version, savedVersions.get(resource.id) ?? 0), actions, onSaved),
    applyToNewest: () => conflict !== undefined && applyTo(conflict.newest.version, conflict.actions, conflict.onSaved),
    discard: () => {
      void reload(type.path);
      reset();
    },
    reset,
    isSaving: mutation.isPending,
    isSaved: mutation.isSuccess && !isUnchanged,
    isUnchanged: mutation.isSuccess && isUnchanged,
    error: mutation.error,
    conflict,
  };
};
