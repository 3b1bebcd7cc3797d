import { batchesOf } from '../../base/lists.js';
import { leaveOutDamaged } from '../../engine/damagedResources.js';
import type { Base } from '../../engine/define/Base.js';
import type { ResourceType } from '../../engine/define/ResourceType.js';
import type { ResourceAccess } from '../../engine/define/ResourceAccess.js';
import type { FieldIndexes } from '../../store/FieldIndexes.js';
import type { SearchStates } from '../../search/SearchStates.js';
import type { DataStore } from '../../store/DataStore.js';
import type { ReadBody, StoreMender } from '../../store/StoreMender.js';
import type { StoredKeys } from '../../store/StoredKeys.js';
import type { EntryChecksums } from './EntryChecksums.js';

/** Data that all parts of the verification share. */
export interface VerificationRun {
  readonly projectKey: string;
  readonly store: DataStore;
  readonly storedKeys: StoredKeys;
  readonly searches: ReadonlyMap<string, { readonly states: Pick<SearchStates, 'usedIndexes'> }>;
  readonly fieldIndexes: Pick<FieldIndexes, 'states' | 'removals'>;
  readonly resourceTypes: ReadonlyMap<string, ResourceType>;
  readonly engine: ResourceAccess;
  /** Reasons why bodies could not be parsed, by `typeId/id`. The examination of the body itself reports them. */
  readonly unreadable: Map<string, string>;
  readonly checksums: EntryChecksums;
  readonly mender: StoreMender;
}

/** A resource by its type and id. */
export interface Subject {
  readonly typeId: string;
  readonly id: string;
}

export const subjectName = ({ typeId, id }: Subject): string => `${typeId}/${id}`;

export const parseSubjectName = (name: string): Subject => {
  const slash = name.indexOf('/');
  return { typeId: name.slice(0, slash), id: name.slice(slash + 1) };
};

export type StoredResource = Base & Readonly<Record<string, unknown>>;

/** Resources as they were read, by their names, for a check that they have not changed. */
export const readBodiesOf = (
  subjects: readonly Subject[],
  resources: ReadonlyMap<string, StoredResource>,
): ReadBody[] =>
  subjects.map(({ typeId, id }) => ({ typeId, id, version: resources.get(subjectName({ typeId, id }))?.version }));

/** Bodies that are read at once: few, since each may have the maximal size of a resource. */
const batchSize = 50;

export const toBatches = <T>(list: readonly T[]): T[][] => batchesOf(list, batchSize);

const parseBody = (body: Buffer): StoredResource => {
  const resource: unknown = JSON.parse(body.toString());
  if (typeof resource !== 'object' || resource === null) throw new TypeError('it is not an object');
  return resource as StoredResource;
};

/** Reads bodies one by one where one of them is damaged, and notes why. */
const readBodies = async (
  { projectKey, store, unreadable }: VerificationRun,
  typeId: string,
  ids: readonly string[],
): Promise<(Buffer | null)[]> => {
  const noteDamage = (id: string, error: unknown): null => {
    const noted = leaveOutDamaged(error);
    unreadable.set(subjectName({ typeId, id }), ((error as Error).cause as Error).message);
    return noted;
  };
  return store.bodies(projectKey, typeId, ids).catch((error: unknown) => {
    leaveOutDamaged(error);
    return Promise.all(
      ids.map(id => store.body(projectKey, typeId, id).catch((damaged: unknown) => noteDamage(id, damaged))),
    );
  });
};

const loadType = async (
  run: VerificationRun,
  typeId: string,
  ids: readonly string[],
): Promise<[name: string, resource: StoredResource][]> => {
  const { unreadable } = run;
  for (const id of ids) unreadable.delete(subjectName({ typeId, id }));
  const bodies = await readBodies(run, typeId, ids);
  return ids.flatMap((id, at): [string, StoredResource][] => {
    const name = subjectName({ typeId, id });
    const body = bodies[at] ?? null;
    try {
      return body === null ? [] : [[name, parseBody(body)]];
    } catch (error) {
      unreadable.set(name, (error as Error).message);
      return [];
    }
  });
};

/** Loads resources by `typeId/id`; leaves out those that do not exist, cannot be parsed, or have no resource type. */
export const loadResources = async (
  run: VerificationRun,
  subjects: readonly Subject[],
): Promise<ReadonlyMap<string, StoredResource>> => {
  const resources = new Map<string, StoredResource>();
  for (const typeId of new Set(subjects.map(subject => subject.typeId))) {
    if (!run.resourceTypes.has(typeId)) continue;
    const ids = [...new Set(subjects.filter(subject => subject.typeId === typeId).map(({ id }) => id))];
    for (const [name, resource] of await loadType(run, typeId, ids)) resources.set(name, resource);
  }
  return resources;
};
