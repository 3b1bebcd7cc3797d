/** Applies a resource type's retention to one resource, and to a project at a time. */
import { dayMs } from '../base/durations.js';
import { type IdList, type DataStore, wholeList } from '../store/DataStore.js';
import type { Base } from './define/Base.js';
import type { ProjectSettings } from './define/ProjectSettings.js';
import type { Retention } from './define/DefinitionGroups.js';
import type { ResourceType } from './define/ResourceType.js';
import { orderedList } from './loadResources.js';

type OwnDays = Extract<Retention<Base>, { ownDays: unknown }>;

const expiryOf = ({ field, ownDays }: OwnDays, resource: Base): number | undefined => {
  const days = ownDays(resource);
  return days === undefined ? undefined : Date.parse(resource[field]) + days * dayMs;
};

/**
 * Returns the expiry of a resource by its own days, as in the list by expiry: null for never and for the usual days;
 * undefined where its type has no days per resource.
 */
export const expiresAtMsOf = (
  { definition: { retention } }: Pick<ResourceType, 'definition'>,
  resource: Base,
): number | null | undefined => {
  if (retention === undefined || !('ownDays' in retention)) return undefined;
  const days = retention.ownDays(resource);
  return days === undefined || days === retention.usualDays ? null : expiryOf(retention, resource)!;
};

/**
 * Expired resources: a number of them at the front of a list. A resource may have changed since it was listed:
 * `isExpired` judges its current state.
 */
export interface ExpiredList {
  readonly list: IdList;
  /** Lists with ids that are not deleted by this one. */
  readonly passedOver: readonly IdList[];
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
  isExpired: (resource: Base) => boolean,
  passedOver: readonly IdList[] = [],
): ExpiredList => ({
  list,
  passedOver,
  count: async () =>
    (await store.rankRange(settings.key, resourceType.typeId, list, { from: '-', to: String(endMs) })).to,
  isExpired,
});

/** Resources with days of their own: those of the list by expiry, and those with the usual days. */
const expiredByOwnDays = (scope: RetentionScope, retention: OwnDays): ExpiredList[] => {
  const { resourceType, nowMs } = scope;
  const { field, usualDays, kept } = retention;
  const isExpired = (resource: Base): boolean => (expiryOf(retention, resource) ?? Number.POSITIVE_INFINITY) <= nowMs;
  const ends: IdList = { by: 'endsAt' };
  const lists = [expiredUntil(scope, ends, nowMs, isExpired)];
  if (usualDays === undefined) return lists;
  const keptList: IdList[] = kept === undefined ? [] : [{ by: 'value', path: kept.field, value: kept.value }];
  const usual = orderedList(resourceType, field);
  return [...lists, expiredUntil(scope, usual, nowMs - usualDays * dayMs, isExpired, [ends, ...keptList])];
};

const expiredByDays = (scope: RetentionScope): ExpiredList[] => {
  const { resourceType, retention, settings, nowMs } = scope;
  if ('ownDays' in retention) return expiredByOwnDays(scope, retention);
  const { field } = retention;
  const endMs = nowMs - retention.days(settings) * dayMs;
  const list = orderedList(resourceType, field);
  return [expiredUntil(scope, list, endMs, resource => Date.parse(resource[field]) <= endMs)];
};

/** The least recently modified resources beyond the number that a project keeps (GEN071). */
const expiredByCount = ({ store, resourceType, retention, settings }: RetentionScope): ExpiredList[] => {
  const { countMax } = retention;
  if (countMax === undefined) return [];
  const list = { by: 'lastModifiedAt' } as const;
  const count = async () => (await store.rankRange(settings.key, resourceType.typeId, list, wholeList)).to - countMax;
  return [{ list, passedOver: [], count, isExpired: () => true }];
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
  return [...expiredByDays(scope), ...expiredByCount(scope)];
};
