/** Applies a resource type's retention to one resource, and to a project at a time. */
import { type IdList, type DataStore, wholeList } from '../store/DataStore.js';
import type { Base } from './define/Base.js';
import type { ProjectSettings } from './define/ProjectSettings.js';
import type { Retention } from './define/ResourceDefinition.js';
import type { ResourceType } from './define/ResourceType.js';
import { orderedList } from './loadResources.js';

const dayMs = 86_400_000;

/** When a resource expires by days of its own, null for never; undefined where its type has no days per resource. */
export const expiresAtMsOf = (
  { definition: { retention } }: Pick<ResourceType, 'definition'>,
  resource: Base,
): number | null | undefined => {
  if (retention === undefined || !('ownDays' in retention)) return undefined;
  const days = retention.ownDays(resource);
  return days === undefined ? null : Date.parse(resource[retention.field]) + days * dayMs;
};

/**
 * Expired resources: a number of them at the front of a list. A resource may have changed since it was listed:
 * `isExpired` judges its current state.
 */
export interface ExpiredList {
  readonly list: IdList;
  count(): Promise<number>;
  readonly isExpired: (resource: Base) => boolean;
}

/** The retention of one resource type in one project. */
interface RetentionScope {
  readonly store: DataStore;
  readonly resourceType: ResourceType;
  readonly retention: Retention<Base>;
  readonly settings: ProjectSettings;
  readonly nowMs: number;
}

const expiredUntil = (
  { store, resourceType, settings }: RetentionScope,
  list: IdList,
  endMs: number,
  timeOf: (resource: Base) => number,
): ExpiredList => ({
  list,
  count: async () =>
    (await store.rankRange(settings.key, resourceType.typeId, list, { from: '-', to: String(endMs) })).to,
  isExpired: resource => timeOf(resource) <= endMs,
});

const expiredByDays = (scope: RetentionScope): ExpiredList => {
  const { resourceType, retention, settings, nowMs } = scope;
  const { field } = retention;
  if ('ownDays' in retention) {
    const expiryOf = (resource: Base) => expiresAtMsOf(resourceType, resource) ?? Number.POSITIVE_INFINITY;
    return expiredUntil(scope, { by: 'endsAt' }, nowMs, expiryOf);
  }
  const endMs = nowMs - retention.days(settings) * dayMs;
  return expiredUntil(scope, orderedList(resourceType, field), endMs, resource => Date.parse(resource[field]));
};

/** The least recently modified resources beyond the number that a project keeps (GEN071). */
const expiredByCount = ({ store, resourceType, retention, settings }: RetentionScope): ExpiredList[] => {
  const { countMax } = retention;
  if (countMax === undefined) return [];
  const list = { by: 'lastModifiedAt' } as const;
  const count = async () => (await store.rankRange(settings.key, resourceType.typeId, list, wholeList)).to - countMax;
  return [{ list, count, isExpired: () => true }];
};

/** The lists of a project with expired resources of one type. */
export const expiredLists = (
  store: DataStore,
  resourceType: ResourceType,
  settings: ProjectSettings,
  nowMs: number,
): ExpiredList[] => {
  const { retention } = resourceType.definition;
  if (retention === undefined) return [];
  const scope = { store, resourceType, retention, settings, nowMs };
  return [expiredByDays(scope), ...expiredByCount(scope)];
};
