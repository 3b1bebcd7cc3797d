/** Reads the resources that unique keys and holders lead to, and tells whether these have a right to the key. */
import { uniqueDelta } from '../../engine/commit/indexDeltas.js';
import type { ResourceType } from '../../engine/define/ResourceType.js';
import { exclusiveDelta } from '../../engine/references/referenceDeltas.js';
import type { StoredKey } from '../../store/parseKey.js';
import type { ReadBody } from '../../store/StoreMender.js';
import { hasFieldValue } from './fieldIndexEntries.js';
import {
  loadResources,
  readBodiesOf,
  type StoredResource,
  subjectName,
  type VerificationRun,
} from './VerificationRun.js';

export type UniqueKey = Extract<StoredKey, { kind: 'unique' }>;

/** The resource that a key leads to. A key that leads nowhere has no id. */
export interface PointedResource {
  readonly id: string | null;
  readonly exists: boolean;
  /** True if its body asks for the key, or cannot be read and so may ask for it. */
  readonly hasRight: boolean;
  /** The body as each type that it may have, since the key does not tell the type of the resource. */
  readonly bodies: readonly ReadBody[];
}

const nothing: PointedResource = { id: null, exists: false, hasRight: false, bodies: [] };

const readPointed = async (
  run: VerificationRun,
  id: string | null,
  resourceTypes: readonly ResourceType[],
  hasRight: (resourceType: ResourceType, resource: StoredResource) => boolean,
): Promise<PointedResource> => {
  if (id === null) return nothing;
  const subjects = resourceTypes.map(({ typeId }) => ({ typeId, id }));
  const resources = await loadResources(run, subjects);
  return {
    id,
    exists: resources.size > 0,
    hasRight: resourceTypes.some(resourceType => {
      const name = subjectName({ typeId: resourceType.typeId, id });
      const resource = resources.get(name);
      return resource === undefined ? run.unreadable.has(name) : hasRight(resourceType, resource);
    }),
    bodies: readBodiesOf(subjects, resources),
  };
};

/** Reads the resource that a unique value leads to; its type may have its values among those of another type. */
export const readUniqueOwner = (
  run: VerificationRun,
  { typeId, path, value }: UniqueKey,
  id: string | null,
): Promise<PointedResource> =>
  readPointed(
    run,
    id,
    [...run.resourceTypes.values()].filter(each => each.typeId === typeId || each.definition.claims?.among === typeId),
    (owner, resource) =>
      hasFieldValue(
        uniqueDelta(owner, undefined, resource).added.filter(claim => (claim.typeId ?? owner.typeId) === typeId),
        { path, value },
      ),
  );

/** Reads the holder of a target, of any type with exclusive references. */
export const readHolder = (run: VerificationRun, target: string, id: string | null): Promise<PointedResource> =>
  readPointed(
    run,
    id,
    [...run.resourceTypes.values()].filter(({ exclusive }) => exclusive.size > 0),
    (holder, resource) => exclusiveDelta(holder, undefined, resource)?.added.some(each => each === target) === true,
  );
