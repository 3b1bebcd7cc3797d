import { assertExpectedVersion } from '../../../engine/commit/commit.js';
import { fail } from '../../../base/errors/ApiError.js';
import type { Base, StoredResource } from '../../../engine/define/Base.js';
import type { CompanionUpdate } from '../../../engine/define/BeforeCommit.js';
import type { MessageDraft } from '../../../engine/define/actions.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { loadStored } from '../../../engine/loadResources.js';
import type { ReferenceValue } from '../../../engine/schema/reference.js';

/** The change of the source in the same commit. */
export interface SourceChange {
  readonly set: Readonly<Record<string, unknown>>;
  readonly messages?: readonly MessageDraft[];
}

/**
 * Loads the resource that another one is created from. The returned companion update makes the commit fail with
 * ConcurrentModification if the source has another version than the client's. `loaded` is the source, if it was loaded
 * for this attempt to commit.
 */
export const loadSourceAtVersion = async <R extends Base>(
  access: ResourceAccess,
  projectKey: string,
  { typeId, id }: ReferenceValue,
  version: number,
  changeOf: (source: R) => SourceChange = () => ({ set: {} }),
  loaded?: StoredResource,
): Promise<CompanionUpdate & { readonly source: R }> => {
  const stored = loaded ?? (await loadStored(access, projectKey, typeId, id));
  if (stored === undefined) throw fail('ReferencedResourceNotFound', { typeId, id, identifier: id });
  assertExpectedVersion(stored.resource, version);
  const source = stored.resource as R;
  return { typeId, stored, ...changeOf(source), versionFromClient: true, source };
};
