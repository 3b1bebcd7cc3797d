import type { Static } from '@sinclair/typebox';
import type { Base } from '../../../engine/define/Base.js';
import { defineResource } from '../../../engine/define/defineResource.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { loadMany } from '../../../engine/loadResources.js';
import { Integer, List, OneOf, Optional, Shape, Text } from '../../../engine/schema/primitives.js';

/**
 * One action of a list: an attribute or a field gets another name or is removed, an enum value gets another key or
 * label or is removed.
 */
const DefinitionStep = Shape({
  kind: OneOf(['rename', 'remove', 'renameKey', 'removeKey', 'relabel']),
  /** The name of the attribute or the field, as it was called when the action ran. */
  name: Text,
  newName: Optional(Text),
  key: Optional(Text),
  newKey: Optional(Text),
});

const DefinitionChangeMembers = Shape({
  /** Names the product type or the Type, not by a reference, which would prevent its deletion. */
  definitionTypeId: OneOf(['product-type', 'type']),
  definitionId: Text,
  /** The version of the definition that has the change. */
  definitionVersion: Integer,
  steps: List(DefinitionStep),
});

export type DefinitionStep = Static<typeof DefinitionStep>;
export type DefinitionChange = Base & Static<typeof DefinitionChangeMembers>;

/**
 * Records that a commit changed a definition: resources may not be adapted to it until the job `definition-changes`
 * deletes the record (docs/decisions/definitions.md).
 */
export const definitionChange = defineResource<DefinitionChange>({
  typeId: 'definition-change',
  path: 'definition-changes',
  shared: true,
  scopes: { read: ['view_products'], write: ['manage_products'] },
  resource: DefinitionChangeMembers,
  immutable: true,
  isUnpublished: true,
});

/** Bounds the records that are read at once. The job deletes them soon; further ones are read then. */
const changesMax = 10_000;

/** Reads the changes that resources of a project may not be adapted to yet, in the order of each definition. */
export const readDefinitionChanges = async (
  access: Pick<ResourceAccess, 'store' | 'resourceTypes'>,
  projectKey: string,
): Promise<readonly DefinitionChange[]> => {
  const all = { from: 0, to: changesMax };
  const ids = await access.store.idsInRange(projectKey, 'definition-change', { by: 'id' }, all);
  const changes = await loadMany<DefinitionChange>(access, projectKey, 'definition-change', ids);
  return [...changes.values()].sort((one, other) => one.definitionVersion - other.definitionVersion);
};

/** Returns the same changes from the cache of the thread. */
export const knownDefinitionChanges = async (
  access: ResourceAccess,
  projectKey: string,
): Promise<readonly DefinitionChange[]> => {
  const shared = await access.shared(projectKey);
  return shared.get('definition-change', 'all', () => readDefinitionChanges(access, projectKey));
};
