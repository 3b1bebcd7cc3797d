/** Stores the changes of resources that definitions ask for: for jobs after a change of a product type or a Type. */
import { serverRequest } from '../ResourceRequest.js';
import { setTimeout } from 'node:timers/promises';
import { ApiError, required } from '../../base/errors/ApiError.js';
import { StaleDefinitionError } from '../../store/unavailableErrors.js';
import type { Base, StoredResource } from '../define/Base.js';
import type { PendingChange } from '../define/DefinitionGroups.js';
import type { Engine } from '../Engine.js';
import { loadStored } from '../loadResources.js';
import { ReferenceCollector, resolveReferences } from '../references/resolveReferences.js';
import { noChange } from './changeSets.js';
import { commitUpdate } from './pipeline.js';

/** Returns the change of a resource that definitions ask for; undefined where there is none. */
export type ChangeOf = (resource: Base) => Promise<PendingChange | undefined>;

/** The resource type of a project whose resources are rewritten. */
export interface RewriteTarget {
  readonly engine: Engine;
  readonly projectKey: string;
  readonly typeId: string;
}

/** Bounds the attempts for a resource that clients keep changing. */
const attemptsMax = 200;
const pauseMs = 5;

/** Tells whether the time of the last change decides when a resource is deleted, or which cart is the active one. */
const keepsTime = ({ engine, typeId }: RewriteTarget): boolean => {
  const { retention, otherAddresses } = required(engine.resourceTypes.get(typeId), typeId).definition;
  return retention?.field === 'lastModifiedAt' || otherAddresses?.latest !== undefined;
};

const rewriteOnce = async (target: RewriteTarget, stored: StoredResource, changeOf: ChangeOf): Promise<boolean> => {
  const { engine, projectKey, typeId } = target;
  const change = await changeOf(stored.resource);
  if (change === undefined || Object.keys(change.set).length === 0) return false;
  const request = serverRequest(engine, projectKey, typeId);
  const context = await resolveReferences(engine, await engine.settings(projectKey), new ReferenceCollector());
  const time = keepsTime(target) ? { now: stored.resource.lastModifiedAt, keepsTime: true } : {};
  const { definitions } = change;
  await commitUpdate(
    engine,
    { kind: 'update', request, context: { ...context, ...time, definitions }, stored, followsDefinitions: true },
    { ...noChange, changes: change.set },
  );
  return true;
};

const mayTryAgain = (error: unknown): boolean =>
  error instanceof StaleDefinitionError || (error instanceof ApiError && [404, 409].includes(error.status));

/**
 * Stores the change of one resource that definitions ask for; resolves to true if there was one. A client may change
 * the resource at the same time: then it is read again, so that neither change is lost.
 */
export const rewriteResource = async (
  target: RewriteTarget,
  id: string,
  changeOf: ChangeOf,
  first?: StoredResource,
): Promise<boolean> => {
  let stored = first;
  for (let count = 1; ; count++) {
    stored ??= await loadStored(target.engine, target.projectKey, target.typeId, id);
    if (stored === undefined) return false;
    try {
      return await rewriteOnce(target, stored, changeOf);
    } catch (error) {
      if (!mayTryAgain(error) || count === attemptsMax) throw error;
      stored = undefined;
      await setTimeout(Math.random() * pauseMs * Math.min(count, 10));
    }
  }
};
