/** What a resource is made from: another one, in the version that the client has seen, held to it within the commit. */
import type { MessageDraft } from '../../engine/define/Change.js';
import type { Base } from '../../engine/define/Base.js';
import type { ResourceAccess } from '../../engine/define/ResourceAccess.js';
import { loadStored } from '../../engine/loadMany.js';
import type { CompanionUpdate } from '../../engine/define/BeforeCommit.js';
import { fail } from '../../errors/ApiError.js';
import type { ReferenceValue } from '../../schema/reference.js';

export const assertVersion = ({ version: currentVersion }: Base, expectedVersion: number): void => {
  if (currentVersion !== expectedVersion) throw fail('ConcurrentModification', { expectedVersion, currentVersion });
};

/** What becomes of it in the same commit; by default it only has to stay as it is. */
export interface SourceChange {
  readonly set: Readonly<Record<string, unknown>>;
  readonly messages?: readonly MessageDraft[];
}

/** A companion of the commit; where it moves on before that, the client, who named its version, is told. */
export const loadSourceAtVersion = async <R extends Base>(
  engine: ResourceAccess,
  projectKey: string,
  { typeId, id }: ReferenceValue,
  version: number,
  becomes: (source: R) => SourceChange = () => ({ set: {} }),
): Promise<CompanionUpdate & { readonly source: R }> => {
  const stored = await loadStored(engine, projectKey, typeId, id);
  if (stored === undefined) throw fail('ReferencedResourceNotFound', { typeId, id, identifier: id });
  assertVersion(stored.resource, version);
  const source = stored.resource as R;
  return { typeId, stored, ...becomes(source), versionFromClient: true, source };
};
