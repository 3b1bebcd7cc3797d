/** What a resource type's declaration of how long it keeps resources means for one of them, and for a project at a time. */
import { type IdList, type Store, wholeList } from '../store/store.js';
import type { ProjectSettings } from './context.js';
import type { Base } from './defineResource.js';
import type { ResourceType } from './resourceType.js';

const dayMs = 86_400_000;

/** When a resource is over by days of its own, null for never; undefined where the resource type gives it none. */
export const endsAtMsOf = ({ definition: { retention } }: ResourceType, resource: Base): number | null | undefined => {
  if (retention === undefined || !('ownDays' in retention)) return undefined;
  const days = retention.ownDays(resource);
  return days === undefined ? null : Date.parse(resource[retention.field]) + days * dayMs;
};

/** Resources that are over: a number of them at the front of a list. One may have changed since it was listed: `isOver` judges it as it is. */
export interface Over {
  readonly list: IdList;
  count(): Promise<number>;
  isOver(resource: Base): boolean;
}

type Find = (store: Store, resourceType: ResourceType, settings: ProjectSettings, nowMs: number) => Over | undefined;

const byDays: Find = (store, resourceType, settings, nowMs) => {
  const retention = resourceType.definition.retention!;
  const { field } = retention;
  const until = (list: IdList, endMs: number, timeOf: (resource: Base) => number): Over => ({
    list,
    count: async () =>
      (await store.ranks(settings.key, resourceType.typeId, list, { from: '-', to: String(endMs) })).to,
    isOver: resource => timeOf(resource) <= endMs,
  });
  if ('ownDays' in retention)
    return until({ by: 'endsAt' }, nowMs, resource => endsAtMsOf(resourceType, resource) ?? Number.POSITIVE_INFINITY);
  return until({ by: field }, nowMs - retention.days(settings) * dayMs, resource => Date.parse(resource[field]));
};

/** GEN071 */
const byCount: Find = (store, resourceType, { key }) => {
  const { countMax } = resourceType.definition.retention!;
  const list = { by: 'lastModifiedAt' } as const;
  if (countMax === undefined) return undefined;
  return {
    list,
    count: async () => (await store.ranks(key, resourceType.typeId, list, wholeList)).to - countMax,
    isOver: () => true,
  };
};

/** Where a project's resources of a resource type that are over now are found. */
export const overIn: (...given: Parameters<Find>) => Over[] = (store, resourceType, settings, nowMs) =>
  resourceType.definition.retention === undefined
    ? []
    : [byDays, byCount].map(find => find(store, resourceType, settings, nowMs)).filter(over => over !== undefined);
