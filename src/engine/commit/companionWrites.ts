/** Companion writes: other resources that change in the same commit. */
import type { ChangeSet } from '../../store/ChangeSet.js';
import { mergeChangeSets } from '../../store/mergeChangeSets.js';
import type {
  BeforeCommitResult,
  CompanionCreation,
  CompanionRemoval,
  CompanionUpdate,
} from '../define/BeforeCommit.js';
import type { Client } from '../define/Client.js';
import type { Context } from '../define/Context.js';
import type { Engine } from '../Engine.js';
import { required } from '../../errors/required.js';
import { newBase } from './applyDraft.js';
import { emptyBeforeCommitResult } from './beforeCommit.js';
import { noChange } from './CombinedChange.js';
import { composeCreation } from './composeCreation.js';
import { composeRemoval } from './composeRemoval.js';
import { composeUpdate } from './composeUpdate.js';
import { resourceTypeOf } from './resourceTypeOf.js';

/** A change set that only checks a version. */
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
  const { typeId, stored, set, messages = [], lastModifiedAt = context.now, versionFromClient } = companion;
  if (Object.keys(set).length === 0) return versionCheckOnly(projectKey, companion);
  const request = { resourceType: resourceTypeOf(engine, typeId), client, projectKey };
  const change = { ...noChange, changes: set, messages };
  const { changeSet } = composeUpdate(engine, request, stored, change, { ...context, now: lastModifiedAt });
  const [write, ...messageWrites] = changeSet.writes;
  // The write was made for this change set. A copy with one more member would take a hidden class of its own.
  const writes = [
    Object.assign(required(write, 'the write of a companion'), { retryIfStale: versionFromClient !== true }),
  ];
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
export const composeCompanionRemovals = (
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
