/** A commit depends on the definitions by which its draft and its actions were read. */
import { StaleDefinitionError, StaleReadError } from '../../store/unavailableErrors.js';
import type { ChangeSet, VersionCheck } from '../../store/ChangeSet.js';
import type { StoredDefinition } from '../define/Base.js';
import { Document } from '../document/Document.js';
import type { Engine } from '../Engine.js';

/** Lets the commit check that the definitions are as they were read. */
const withChecks = (changeSet: ChangeSet, definitions: readonly StoredDefinition[]): ChangeSet => {
  const checks = definitions.map(
    ({ typeId, resource: { id, version } }): VersionCheck => ({
      typeId,
      id,
      expectedVersion: version,
      retryIfStale: true,
    }),
  );
  return { ...changeSet, versionChecks: [...(changeSet.versionChecks ?? []), ...checks] };
};

/** Tells whether a definition has changed since it was read, or is gone. */
const isStale = async (
  { store, resourceTypes }: Engine,
  projectKey: string,
  { typeId, resource }: StoredDefinition,
): Promise<boolean> => {
  const body = await store.body(projectKey, typeId, resource.id);
  return body === null || resourceTypes.get(typeId)?.view(Document.open(body)).version !== resource.version;
};

/** Submits a change set that depends on definitions; throws StaleDefinitionError where one of them has changed. */
export const submitWithChecks = async (
  engine: Engine,
  changeSet: ChangeSet,
  definitions: readonly StoredDefinition[],
  submit: (changeSet: ChangeSet) => Promise<void>,
): Promise<void> => {
  if (definitions.length === 0) return submit(changeSet);
  try {
    await submit(withChecks(changeSet, definitions));
  } catch (error) {
    if (!(error instanceof StaleReadError)) throw error;
    for (const definition of definitions)
      if (await isStale(engine, changeSet.projectKey, definition)) throw new StaleDefinitionError(error.message);
    throw error;
  }
};
