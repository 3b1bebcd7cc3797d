/** What a resource is made from: another one, in the version that the client has seen, held to it within the commit. */
import type { MessageDraft } from '../../engine/actions.js';
import type { Base } from '../../engine/defineResource.js';
import type { Engine } from '../../engine/engine.js';
import { loadLocated } from '../../engine/load.js';
import type { Companion } from '../../engine/settle.js';
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
  engine: Engine,
  projectKey: string,
  { typeId, id }: ReferenceValue,
  version: number,
  becomes: (source: R) => SourceChange = () => ({ set: {} }),
): Promise<Companion & { readonly source: R }> => {
  const located = await loadLocated(engine, projectKey, typeId, id);
  if (located === undefined) throw fail('ReferencedResourceNotFound', { typeId, id, identifier: id });
  assertVersion(located.resource, version);
  const source = located.resource as R;
  return { typeId, located, ...becomes(source), hasClientsVersion: true, source };
};
