/** Deletes what resource types keep no longer (`retention` in their declarations), project by project, in steps that leave room for requests. */
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { limits } from '../config/limits.js';
import type { ProjectSettings } from '../engine/define/Context.js';
import type { Base } from '../engine/define/defineResource.js';
import { Document } from '../engine/document/Document.js';
import type { Engine } from '../engine/Engine.js';
import { composeRemoval } from '../engine/commit/remove.js';
import { type ExpiredList, expiredLists } from '../engine/retention.js';
import type { ResourceType } from '../engine/define/ResourceType.js';
import { ApiError } from '../errors/ApiError.js';
import { toApiError } from '../redis/redisErrors.js';
import { scheduledQueueNames } from './queueNames.js';
import type { ScheduledJob } from './JobQueues.js';

/** Between two steps; a step is one commit. */
const pauseMs = 20;
/** Bodies held at once; each may be as long as a resource can be. */
const fetchSize = 20;
const minuteMs = 60_000;

/** Deletes resources that nobody changed since and nothing refers to; returns how many. One that stays must not keep the others. */
const removeAll = async (
  engine: Engine,
  projectKey: string,
  resourceType: ResourceType,
  resources: readonly Base[],
): Promise<number> => {
  if (resources.length === 0) return 0;
  try {
    await engine.store.commit(composeRemoval(engine, projectKey, resourceType, resources));
    return resources.length;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (resources.length === 1) return 0;
    const middle = resources.length >> 1;
    return (
      (await removeAll(engine, projectKey, resourceType, resources.slice(0, middle))) +
      (await removeAll(engine, projectKey, resourceType, resources.slice(middle)))
    );
  }
};

const loadOver = async (
  { store }: Engine,
  projectKey: string,
  resourceType: ResourceType,
  ids: readonly string[],
  { isExpired }: ExpiredList,
): Promise<Base[]> => {
  const found: Base[] = [];
  for (let at = 0; at < ids.length; at += fetchSize)
    for (const body of await store.bodies(projectKey, resourceType.typeId, ids.slice(at, at + fetchSize))) {
      const resource = body && resourceType.view(Document.open(body));
      if (resource !== null && isExpired(resource)) found.push(resource);
    }
  return found;
};

/** Walks the front of a list until only what stays is left there. */
const sweep = async (
  engine: Engine,
  projectKey: string,
  resourceType: ResourceType,
  over: ExpiredList,
  signal: AbortSignal,
): Promise<number> => {
  let removed = 0;
  for (let stayed = 0; !signal.aborted; ) {
    const to = Math.min(await over.count(), stayed + limits.retentionStepMax);
    const ids = await engine.store.idsInRange(projectKey, resourceType.typeId, over.list, { from: stayed, to });
    if (ids.length === 0) break;
    const count = await removeAll(
      engine,
      projectKey,
      resourceType,
      await loadOver(engine, projectKey, resourceType, ids, over),
    );
    removed += count;
    stayed += ids.length - count;
    await setTimeout(pauseMs);
  }
  return removed;
};

const deleteExpiredOfType = async (
  engine: Engine,
  resourceType: ResourceType,
  settings: ProjectSettings,
  signal: AbortSignal,
): Promise<number> => {
  let removed = 0;
  for (const over of expiredLists(engine.store, resourceType, settings, engine.now().getTime()))
    removed += await sweep(engine, settings.key, resourceType, over, signal);
  return removed;
};

export interface RetentionOptions {
  readonly engine: Engine;
  readonly log: Logger;
  readonly everyMinutes: number;
  projectKeys(): Promise<readonly string[]>;
}

/** One run over all projects; how many resources it deleted. What fails in one project is told, and keeps no other one. */
const run = async ({ engine, log, projectKeys }: RetentionOptions, signal: AbortSignal): Promise<number> => {
  let removed = 0;
  const failures: unknown[] = [];
  const resourceTypes = [...engine.resourceTypes.values()].filter(
    ({ definition }) => definition.retention !== undefined,
  );
  for (const projectKey of await projectKeys())
    for (const resourceType of resourceTypes) {
      if (signal.aborted) return removed;
      try {
        const count = await deleteExpiredOfType(engine, resourceType, await engine.settings(projectKey), signal);
        if (count > 0) log.info({ projectKey, typeId: resourceType.typeId, count }, 'deleted what is kept no longer');
        removed += count;
      } catch (error) {
        // Where Redis is away no other project fares better.
        if (!(error instanceof ApiError) && toApiError(error) !== undefined) throw error;
        log.error({ err: error, projectKey, typeId: resourceType.typeId }, 'what is kept no longer was not deleted');
        failures.push(error);
      }
    }
  if (failures.length > 0) throw new AggregateError(failures, `retention failed in ${failures.length} places`);
  return removed;
};

export const retentionJob = (options: RetentionOptions): ScheduledJob => ({
  name: scheduledQueueNames.retention,
  everyMs: options.everyMinutes * minuteMs,
  run: signal => run(options, signal),
});
