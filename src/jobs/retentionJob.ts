import { setTimeout } from 'node:timers/promises';
import { minuteMs } from '../base/durations.js';
import { batchesOf } from '../base/lists.js';
import type { TokenStore } from '../auth/oauth/TokenStore.js';
import type { Logger } from 'pino';
import { limits } from '../base/config/limits.js';
import type { ProjectSettings } from '../engine/define/ProjectSettings.js';
import type { Base } from '../engine/define/Base.js';
import { Document } from '../engine/document/Document.js';
import type { Engine } from '../engine/Engine.js';
import { addToHistories } from '../engine/addToHistories.js';
import { composeRemoval } from '../engine/commit/companionWrites.js';
import { type ExpiredList, expiredLists } from '../engine/retention.js';
import type { ResourceType } from '../engine/define/ResourceType.js';
import { ApiError } from '../base/errors/ApiError.js';
import { isRedisUnavailable } from '../base/redis/redisErrors.js';
import { scheduledQueueNames } from './queueNames.js';
import type { ScheduledJob } from './Job.js';

/** Pause between two steps, for requests; a step is one commit. */
const pauseMs = 20;
/** Bodies that are loaded at once; each may have the maximum size of a resource. */
const bodiesAtOnce = 20;
/** Ids that are looked up at once in lists that are passed over: Redis takes less than a millisecond. */
const lookedUpMax = 500;

export interface RetentionJobOptions {
  readonly engine: Engine;
  readonly log: Logger;
  readonly everyMinutes: number;
  /** Days for which the texts of messages are kept in histories; 0 keeps nothing. */
  readonly historyDays: number;
  readonly projectKeys: () => Promise<readonly string[]>;
}

/** The resources of one resource type in one project, as the steps of a deletion need them. */
interface Scope {
  readonly engine: Engine;
  readonly historyDays: number;
  readonly projectKey: string;
  readonly resourceType: ResourceType;
}

/**
 * Deletes resources that did not change meanwhile and are not referenced; returns their number. When the commit is
 * refused, the batch is halved, so that one such resource does not hold up the others.
 */
const deleteUnreferenced = async (scope: Scope, resources: readonly Base[]): Promise<number> => {
  if (resources.length === 0) return 0;
  const { engine, projectKey, resourceType } = scope;
  try {
    await engine.store.commit(composeRemoval(engine, projectKey, resourceType, resources));
    return resources.length;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (resources.length === 1) return 0;
  }
  const middle = resources.length >> 1;
  const first = await deleteUnreferenced(scope, resources.slice(0, middle));
  return first + (await deleteUnreferenced(scope, resources.slice(middle)));
};

/** Keeps the texts of messages in the histories of their resources. */
const keepHistory = async (
  { engine, projectKey, resourceType, historyDays }: Scope,
  resources: readonly Base[],
): Promise<void> => {
  if (historyDays === 0 || resourceType !== engine.messageType) return;
  const ids = resources.map(({ id }) => id);
  for (const batch of batchesOf(ids, bodiesAtOnce)) await addToHistories(engine, projectKey, batch, historyDays);
};

const loadExpired = async (
  { engine: { store }, projectKey, resourceType }: Scope,
  ids: readonly string[],
  { isExpired }: ExpiredList,
): Promise<Base[]> => {
  const expired: Base[] = [];
  for (const batch of batchesOf(ids, bodiesAtOnce))
    for (const body of await store.bodies(projectKey, resourceType.typeId, batch, 'leaveOut')) {
      const resource = body && resourceType.view(Document.open(body));
      if (resource !== null && isExpired(resource)) expired.push(resource);
    }
  return expired;
};

/** Returns the ids that are in none of the lists that are passed over. */
const withoutPassed = async (
  { engine: { store }, projectKey, resourceType: { typeId } }: Scope,
  ids: readonly string[],
  { passedOver }: ExpiredList,
): Promise<readonly string[]> => {
  const columns = await Promise.all(passedOver.map(list => store.scores(projectKey, typeId, list, ids)));
  return ids.filter((_, at) => columns.every(column => column[at] === null));
};

/** Deletes from the start of a list until only resources that cannot be deleted are left there. */
const deleteFromList = async (scope: Scope, list: ExpiredList, signal: AbortSignal): Promise<number> => {
  const { engine, projectKey, resourceType } = scope;
  const idsMax = list.passedOver.length === 0 ? limits.retentionStepMax : lookedUpMax;
  let total = 0;
  for (let kept = 0; !signal.aborted; ) {
    const to = Math.min(await list.count(), kept + idsMax);
    const ids = await engine.store.idsInRange(projectKey, resourceType.typeId, list.list, { from: kept, to });
    if (ids.length === 0) break;
    const left = await withoutPassed(scope, ids, list);
    const next = left[limits.retentionStepMax];
    const step = left.slice(0, limits.retentionStepMax);
    const expired = await loadExpired(scope, step, list);
    await keepHistory(scope, expired);
    const count = await deleteUnreferenced(scope, expired);
    total += count;
    kept += (next === undefined ? ids.length : ids.indexOf(next)) - count;
    if (step.length > 0) await setTimeout(pauseMs);
  }
  return total;
};

const deleteExpired = async (scope: Scope, settings: ProjectSettings, signal: AbortSignal): Promise<number> => {
  const { engine, resourceType } = scope;
  let total = 0;
  for (const list of expiredLists(engine.store, resourceType, settings, engine.now().getTime()))
    total += await deleteFromList(scope, list, signal);
  return total;
};

/** Returns the number of deleted resources. A failure in one project is logged and does not affect the others. */
const run = async (
  { engine, log, historyDays, projectKeys }: RetentionJobOptions,
  signal: AbortSignal,
): Promise<number> => {
  let total = 0;
  const failures: unknown[] = [];
  const resourceTypes = [...engine.resourceTypes.values()].filter(
    ({ definition }) => definition.retention !== undefined,
  );
  for (const projectKey of await projectKeys())
    for (const resourceType of resourceTypes) {
      if (signal.aborted) return total;
      const { typeId } = resourceType;
      try {
        const settings = await engine.settings(projectKey);
        const count = await deleteExpired(
          { engine, historyDays, projectKey: settings.key, resourceType },
          settings,
          signal,
        );
        if (count > 0) log.info({ projectKey, typeId, count }, 'deleted expired resources');
        total += count;
      } catch (error) {
        // The other projects are in the same Redis.
        if (isRedisUnavailable(error)) throw error;
        log.error({ err: error, projectKey, typeId }, 'deleting expired resources failed');
        failures.push(error);
      }
    }
  if (failures.length > 0) throw new AggregateError(failures, `retention failed in ${failures.length} places`);
  return total;
};

/**
 * Deletes expired resources as the `retention` of their resource type declares, project by project, in steps between
 * which requests run.
 */
export const retentionJob = (options: RetentionJobOptions): ScheduledJob => ({
  name: scheduledQueueNames.retention,
  everyMs: options.everyMinutes * minuteMs,
  run: signal => run(options, signal),
});

export interface RefreshTokensJobOptions extends Pick<RetentionJobOptions, 'log' | 'everyMinutes' | 'projectKeys'> {
  readonly tokens: Pick<TokenStore, 'deleteExpiredRefreshTokens'>;
}

/** Tokens of one step, which blocks Redis for about a millisecond. */
const tokensAtOnce = 100;
const tokensPauseMs = 5;

const deleteTokens = async (
  { tokens, log, projectKeys }: RefreshTokensJobOptions,
  signal: AbortSignal,
): Promise<number> => {
  let total = 0;
  for (const projectKey of await projectKeys()) {
    let count = 0;
    for (let deleted = -1; deleted !== 0 && !signal.aborted; count += deleted) {
      deleted = await tokens.deleteExpiredRefreshTokens(projectKey, tokensAtOnce);
      if (deleted > 0) await setTimeout(tokensPauseMs);
    }
    if (count > 0) log.info({ projectKey, count }, 'deleted expired refresh tokens');
    total += count;
  }
  return total;
};

/** Deletes expired refresh tokens that no request deletes, because their client never renews one (AUTH053, LIM013). */
export const refreshTokensJob = (options: RefreshTokensJobOptions): ScheduledJob => ({
  name: scheduledQueueNames.refreshTokens,
  everyMs: options.everyMinutes * minuteMs,
  run: signal => deleteTokens(options, signal),
});
