/** What a resource type's declaration of how long it keeps resources means for one of them, and for a project at a time. */
import { type IdList, type Store, wholeList } from '../store/Store.js';
import type { ProjectSettings } from './define/ProjectSettings.js';
import type { Base } from './define/Base.js';
import type { ResourceType } from './define/ResourceType.js';

const dayMs = 86_400_000;

/** When a resource is over by days of its own, null for never; undefined where the resource type gives it none. */
export const expiresAtMsOf = (
  { definition: { retention } }: ResourceType,
  resource: Base,
): number | null | undefined => {
  if (retention === undefined || !('ownDays' in retention)) return undefined;
  const days = retention.ownDays(resource);
  return days === undefined ? null : Date.parse(resource[retention.field]) + days * dayMs;
};

/** Resources that are over: a number of them at the front of a list. One may have changed since it was listed: `isOver` judges it as it is. */
export interface ExpiredList {
  readonly list: IdList;
  count(): Promise<number>;
  isExpired(resource: Base): boolean;
}

type Find = (
  store: Store,
  resourceType: ResourceType,
  settings: ProjectSettings,
  nowMs: number,
) => ExpiredList | undefined;

const byDays: Find = (store, resourceType, settings, nowMs) => {
  const retention = resourceType.definition.retention!;
  const { field } = retention;
  const until = (list: IdList, endMs: number, timeOf: (resource: Base) => number): ExpiredList => ({
    list,
    count: async () =>
      (await store.rankRange(settings.key, resourceType.typeId, list, { from: '-', to: String(endMs) })).to,
    isExpired: resource => timeOf(resource) <= endMs,
  });
  if ('ownDays' in retention)
    return until(
      { by: 'endsAt' },
      nowMs,
      resource => expiresAtMsOf(resourceType, resource) ?? Number.POSITIVE_INFINITY,
    );
  return until({ by: field }, nowMs - retention.days(settings) * dayMs, resource => Date.parse(resource[field]));
};

/** GEN071 */
const byCount: Find = (store, resourceType, { key }) => {
  const { countMax } = resourceType.definition.retention!;
  const list = { by: 'lastModifiedAt' } as const;
  if (countMax === undefined) return undefined;
  return {
    list,
    count: async () => (await store.rankRange(key, resourceType.typeId, list, wholeList)).to - countMax,
    isExpired: () => true,
  };
};

/** Where a project's resources of a resource type that are over now are found. */
export const expiredLists: (...given: Parameters<Find>) => ExpiredList[] = (store, resourceType, settings, nowMs) =>
  resourceType.definition.retention === undefined
    ? []
    : [byDays, byCount].map(find => find(store, resourceType, settings, nowMs)).filter(over => over !== undefined);
