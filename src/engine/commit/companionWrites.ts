/** Companion writes: other resources that change in the same commit. */
import { type ChangeSet, type ResourceWrite, mergeChangeSets } from '../../store/ChangeSet.js';
import type { Target } from '../../store/target.js';
import type { Base, Client } from '../define/Base.js';
import type { ResourceType } from '../define/ResourceType.js';
import type { Engine } from '../Engine.js';
import { exclusiveDelta, referenceDelta } from '../references/referenceDeltas.js';
import { expiresAtMsOf } from '../retention.js';
import { customFieldDelta, indexDelta, sharedStampOf, stampsOf, uniqueDelta } from './indexDeltas.js';
import { required } from '../../base/errors/ApiError.js';
import type {
  BeforeCommitResult,
  CompanionCreation,
  CompanionRemoval,
  CompanionUpdate,
} from '../define/BeforeCommit.js';
import type { Context } from '../define/Context.js';
import { newBase } from './apply.js';
import { emptyBeforeCommitResult } from './beforeCommit.js';
import { noChange } from './changeSets.js';
import { composeCreation, composeUpdate } from './compose.js';
import { totalsDelta } from './totalsDelta.js';

/** Deletes one resource in the version that was read. */
export const deletionWrite = (resourceType: ResourceType, resource: Base, retryIfStale?: boolean): ResourceWrite => ({
  typeId: resourceType.typeId,
  id: resource.id,
  expectedVersion: resource.version,
  retryIfStale,
  createdAtMs: Date.parse(resource.createdAt),
  hasTimeOrderedId: resourceType.hasTimeOrderedIds,
  lastModifiedAtMs: resourceType.isImmutable ? undefined : Date.parse(resource.lastModifiedAt),
  unique: uniqueDelta(resourceType, resource, undefined),
  indexes: indexDelta(resourceType, resource, undefined),
  customFields: customFieldDelta(resourceType, resource, undefined),
  totals: totalsDelta(resourceType, resource, undefined),
  exclusive: exclusiveDelta(resourceType, resource, undefined),
  unreferenced: true,
  expiresAtMs: expiresAtMsOf(resourceType, resource),
  stamps: stampsOf(resourceType, resource, undefined),
  sharedStamp: sharedStampOf(resourceType, resource, undefined),
  stampsSearchedIn: resourceType.definition.search?.dependents,
  markedForIndexing: resourceType.definition.search?.indexed,
});

/**
 * The change set that deletes resources of one type, all or none, each in the version that was read. A stale version is
 * an error for the client; with `retryIfStale` it is a StaleReadError.
 */
export const composeRemoval = (
  { newId }: Pick<Engine, 'newId'>,
  projectKey: string,
  resourceType: ResourceType,
  resources: readonly Base[],
  retryIfStale?: boolean,
): ChangeSet => {
  const references = new Map<Target, number>();
  for (const resource of resources)
    for (const [target, delta] of referenceDelta(resourceType, resource, undefined))
      references.set(target, (references.get(target) ?? 0) + delta);
  return {
    commitId: newId(),
    projectKey,
    writes: resources.map(resource => deletionWrite(resourceType, resource, retryIfStale)),
    references,
  };
};

/** The resource type of a companion write; a hook that names an unknown one is a defect. */
const resourceTypeOf = ({ resourceTypes }: Pick<Engine, 'resourceTypes'>, typeId: string): ResourceType =>
  required(resourceTypes.get(typeId), `the resource type '${typeId}'`);

const versionCheckOnly = (
  projectKey: string,
  { typeId, stored: { resource }, versionFromClient }: CompanionUpdate,
): ChangeSet => ({
  commitId: '',
  projectKey,
  writes: [],
  references: new Map(),
  versionChecks: [
    { typeId, id: resource.id, expectedVersion: resource.version, retryIfStale: versionFromClient !== true },
  ],
});

const composeCompanionUpdate = (
  engine: Engine,
  projectKey: string,
  companion: CompanionUpdate,
  client: Client,
  context: Context,
): ChangeSet => {
  const { typeId, stored, set, messages = [], isEarlier, versionFromClient } = companion;
  if (Object.keys(set).length === 0) return versionCheckOnly(projectKey, companion);
  const request = { resourceType: resourceTypeOf(engine, typeId), client, projectKey };
  const change = { ...noChange, changes: set, messages };
  const { changeSet } = composeUpdate(engine, request, stored, change, context);
  const [write, ...messageWrites] = changeSet.writes;
  // The write was made for this change set. A copy with one more member would take a hidden class of its own.
  const own = required(write, 'the write of a companion');
  const writes = [Object.assign(own, { retryIfStale: versionFromClient !== true })];
  if (isEarlier === true) Object.assign(own, { commitTime: { ...own.commitTime, isEarlier } });
  return { ...changeSet, writes: [...writes, ...messageWrites] };
};

/** The change set that creates another resource in the same commit. */
export const composeCompanionCreation = (
  engine: Engine,
  { typeId, id, members, messages }: CompanionCreation,
  client: Client,
  context: Context,
): ChangeSet => {
  const request = { resourceType: resourceTypeOf(engine, typeId), client, projectKey: context.project.key };
  const values = { ...members, ...newBase(id, client, context) };
  return composeCreation(engine, request, { values, messages }, noChange, context).changeSet;
};

/** The change sets that delete other resources in the same commit. */
const composeCompanionRemovals = (
  engine: Engine,
  projectKey: string,
  removals: readonly CompanionRemoval[] = [],
): ChangeSet[] =>
  removals.map(({ typeId, resources, retryIfStale }) =>
    composeRemoval(engine, projectKey, resourceTypeOf(engine, typeId), resources, retryIfStale),
  );

/** Adds companion writes, usage counts and revoked tokens to the commit of a resource. */
export const addCompanionWrites = <R>(
  engine: Engine,
  changeSet: ChangeSet,
  result: BeforeCommitResult<R>,
  client: Client,
  context: Context,
): ChangeSet => {
  if (result === emptyBeforeCommitResult) return changeSet;
  const { updates = [], creations = [], removals, counts = [], revokedTokenSubjects = [] } = result;
  const { commitId, projectKey, writes, references, versionChecks } = changeSet;
  const own: ChangeSet = { commitId, projectKey, writes, references, counts, versionChecks, revokedTokenSubjects };
  return mergeChangeSets(own, [
    ...updates.map(companion => composeCompanionUpdate(engine, projectKey, companion, client, context)),
    ...creations.map(companion => composeCompanionCreation(engine, companion, client, context)),
    ...composeCompanionRemovals(engine, projectKey, removals),
  ]);
};
