/** Refuses names in queries that no resource of the project declares: custom fields without a Type, for example. */
import { LRUCache } from 'lru-cache';
import { PhaseErrors } from '../../base/errors/PhaseErrors.js';
import { type ApiError, required } from '../../base/errors/ApiError.js';
import type { Base } from '../define/Base.js';
import type { TimeFormat } from '../schema/dateTimes.js';
import type { NameSource } from '../define/FieldShape.js';
import type { ResourceAccess } from '../define/ResourceAccess.js';
import { loadMany } from '../loadResources.js';
import type { ProjectName } from './predicate/FieldScope.js';
import { entryLimit } from '../../base/memory/ReadCache.js';

type Reader = Pick<ResourceAccess, 'store' | 'resourceTypes'>;
/** The declared names; those of fields whose values are times with their format. */
type Names = ReadonlyMap<string, TimeFormat | undefined>;

/** Where a project has more declaring resources, names are not checked. */
const declarationsMax = 1_000;
const batchSize = 100;
const knownSourcesMax = 1_000;
/** A name that is no longer declared is accepted for this time; a new name is looked up at once. */
const knownMs = 60_000;

const knownByStore = new WeakMap<Reader['store'], LRUCache<string, Names>>();

const knownNames = (store: Reader['store']): LRUCache<string, Names> => {
  const existing = knownByStore.get(store);
  if (existing !== undefined) return existing;
  const created = new LRUCache<string, Names>({ ...entryLimit(knownSourcesMax), ttl: knownMs });
  knownByStore.set(store, created);
  return created;
};

/** Reads all resources of a type in batches; undefined where there are too many. */
const loadAll = async (access: Reader, projectKey: string, typeId: string): Promise<Base[] | undefined> => {
  const loaded: Base[] = [];
  for (let from = 0; from < declarationsMax; from += batchSize) {
    const ids = await access.store.idsInRange(projectKey, typeId, { by: 'id' }, { from, to: from + batchSize });
    loaded.push(...(await loadMany(access, projectKey, typeId, ids)).values());
    if (ids.length < batchSize) return loaded;
  }
  return undefined;
};

/** Reads the names that a source declares; undefined where any name may be right. */
const readNames = async (
  access: Reader,
  projectKey: string,
  { typeId, holder, isOptional = false }: NameSource,
): Promise<Names | undefined> => {
  const namesOf = required(access.resourceTypes.get(typeId)?.declaredNames, `the names that a ${typeId} declares`);
  const resources = await loadAll(access, projectKey, typeId);
  if (resources === undefined || (isOptional && resources.length === 0)) return undefined;
  const declared = resources
    .map(namesOf)
    .filter(({ holders }) => holder === undefined || holders === undefined || holders.includes(holder));
  return new Map(declared.flatMap(({ names, formats }) => names.map(name => [name, formats?.get(name)] as const)));
};

/**
 * Throws InvalidInput for names that no resource declares, unless they may be declared later, and for times that the
 * calendar does not have.
 */
export const assertProjectNames = async (
  access: Reader,
  projectKey: string,
  projectNames: readonly ProjectName[],
  { mayBeDeclaredLater = false } = {},
): Promise<void> => {
  const known = knownNames(access.store);
  const read = new Map<string, Names>();
  const errors = new PhaseErrors();
  for (const { source, name, refusal, timeRefusal } of projectNames) {
    const key = `${projectKey} ${source.typeId} ${source.holder ?? ''}`;
    const refusalBy = (names: Names | undefined): ApiError | undefined => {
      const format = names?.get(name);
      if (names?.has(name) === true) return format && timeRefusal?.(format);
      return refusal(names?.keys() ?? []);
    };
    if (refusalBy(known.get(key)) === undefined) continue;
    if (!read.has(key)) {
      const names = await readNames(access, projectKey, source);
      if (names === undefined) continue;
      known.set(key, names);
      read.set(key, names);
    }
    if (mayBeDeclaredLater && read.get(key)?.has(name) !== true) continue;
    const refused = refusalBy(read.get(key));
    if (refused !== undefined) errors.add(refused);
  }
  errors.throwIfAny();
};
