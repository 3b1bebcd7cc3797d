import { afterCommit, StaleDefinitionError, StaleReadError } from '../../store/unavailableErrors.js';
import type { Engine } from '../Engine.js';
import { type ExtendedProposal, submitProposal } from './extensions.js';
import type { PendingWrite, Proposal } from './changeSets.js';
import { ApiError, fail } from '../../base/errors/ApiError.js';
import type { VersionCheck } from '../../store/ChangeSet.js';
import type { Document } from '../document/Document.js';
import type { StoredResource, Base } from '../define/Base.js';
import type { ResourceRequest } from '../ResourceRequest.js';
import { setTimeout } from 'node:timers/promises';
import { UnavailableError } from '../../base/errors/UnavailableError.js';

/** Tells every process whose tokens a commit has revoked. */
export const notifyRevocations = async (
  { notifyTokensRevoked }: Pick<Engine, 'notifyTokensRevoked'>,
  projectKey: string,
  subjects: readonly string[] = [],
): Promise<void> => {
  for (const subject of subjects) await notifyTokensRevoked?.(projectKey, subject);
};

/** The stage `commit`: writes the last proposal with its companion writes, all or nothing, and returns it. */
export const writeChangeSet = async (
  engine: Engine,
  write: PendingWrite,
  first: Proposal,
  extended: readonly ExtendedProposal[],
): Promise<Proposal> => {
  const { projectKey } = write.request;
  const last = extended.at(-1)?.proposal ?? first;
  await submitProposal(engine, write, first, extended, changeSet => engine.store.commit(changeSet));
  const { revokedTokenSubjects } = last.result;
  if (revokedTokenSubjects !== undefined)
    await afterCommit(notifyRevocations(engine, projectKey, revokedTokenSubjects));
  return last;
};

/*
 * Where replicas confirm changes, a response without a commit of its own may show a change that was answered with a
 * 503, since replicas did not confirm it, and that a failover may lose (docs/decisions/durability.md). So the following
 * waits for the replicas first.
 */

type Confirming = Pick<Engine, 'store'>;

/** The response to an update that changes nothing; rejects where the resource is not stored as it was read. */
export const confirmUnchanged = async (
  { store }: Confirming,
  { projectKey, resourceType: { typeId } }: Pick<ResourceRequest, 'projectKey' | 'resourceType'>,
  { document, resource: { id, version, createdAt, lastModifiedAt } }: StoredResource,
): Promise<Document> => {
  const check: VersionCheck = { typeId, id, expectedVersion: version, expectedTimes: { createdAt, lastModifiedAt } };
  await store.confirm(projectKey, [check]);
  return document;
};

/**
 * Confirms a refusal that a client takes for the success of its earlier attempt: a creation that finds its key in use,
 * a deletion that finds nothing. Resolves to true if it waited for replicas.
 */
export const confirmRefusal = async (
  { store }: Confirming,
  { projectKey }: Pick<ResourceRequest, 'projectKey'>,
  error: unknown,
): Promise<boolean> => {
  const isSuccessBefore =
    error instanceof ApiError &&
    error.entries.some(({ code }) => code === 'DuplicateField' || code === 'ResourceNotFound');
  return isSuccessBefore && store.confirm(projectKey);
};

/** Attempts before the request is refused because other requests keep changing resources that it depends on. */
const attemptsMax = 200;
const pauseMs = 5;
const pausesMax = 10;

/**
 * Runs `attempt` again, from its reads on, as long as its commit fails with `staleError`: a resource or a definition
 * has changed since it was read.
 */
export const retryOnStaleRead = async <T>(
  attempt: () => Promise<T>,
  staleError: typeof StaleReadError | typeof StaleDefinitionError = StaleReadError,
): Promise<T> => {
  for (let count = 1; count <= attemptsMax; count++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof staleError)) throw error;
      // Attempts of many requests that failed together would otherwise meet again.
      await setTimeout(Math.random() * pauseMs * Math.min(count, pausesMax));
    }
  }
  throw new UnavailableError(
    'contention',
    `What the request depends on was changed by others during ${attemptsMax} attempts. Try again in a second.`,
  );
};

/** Refuses a write of another version than the stored one (ERR033). */
export const assertExpectedVersion = ({ id, version: currentVersion }: Base, expectedVersion: number): void => {
  if (currentVersion !== expectedVersion) throw fail('ConcurrentModification', { id, expectedVersion, currentVersion });
};
