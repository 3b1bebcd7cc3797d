/** Deletes a project with everything that Redis keeps of it, also while servers run. */
import { setTimeout } from 'node:timers/promises';
import { tokenSubjects } from '../base/credentials/secrets.js';
import { deleteKeys } from '../base/redis/deleteKeys.js';
import type { Services } from '../services/services.js';
import { keys } from '../store/keys.js';
import { ProjectError } from './createProject.js';

/** Servers may know the project, and write into it, for this long (commerce/resources/project/projectSettings.ts). */
const knownMs = 1_500;
const roundsMax = 40;

export interface ProjectDeletion {
  /** Removes the runs of the project from the job queues; resolves to false while one is active. */
  readonly removeRuns: () => Promise<boolean>;
}

/** An API client authenticates by a record outside the keys of the project; its tokens are cached in all processes. */
const deleteApiClients = async ({ redis, registry, tokens }: Services, projectKey: string): Promise<void> => {
  for (const id of await redis.zrange(keys.ids(projectKey, 'api-client'), 0, -1)) {
    await registry.remove(id);
    await tokens.announceRevocation(tokenSubjects.client(projectKey, id));
    await redis.zrem(keys.expiringClients, `${projectKey}/${id}`);
  }
  await tokens.announceRevocation(tokenSubjects.external(projectKey));
};

const dropIndexes = async ({ redis, indexes, searches }: Services, projectKey: string): Promise<void> => {
  const last = Number((await redis.hget(keys.searchNumbers, projectKey)) ?? 0);
  if (last === 0) return;
  for (const typeId of searches.keys()) {
    if (!(await indexes.available(projectKey, typeId))) continue;
    for (let number = 1; number <= last; number++) await indexes.drop(projectKey, typeId, number);
    // A deletion that was interrupted may have left parts of an index.
    await indexes.deleteLeftKeys(projectKey, typeId, () => true);
  }
};

/** Deletes until nothing more appears: a request that was in progress may have written after the first time. */
const deleteUntilNothingIsLeft = async (
  services: Services,
  projectKey: string,
  { removeRuns }: ProjectDeletion,
): Promise<void> => {
  for (let round = 1; round <= roundsMax; round++) {
    await deleteApiClients(services, projectKey);
    await dropIndexes(services, projectKey);
    const patterns = [
      keys.prefix(projectKey),
      ...[...services.searches.keys()].map(typeId => keys.searchKeys(projectKey, typeId)),
    ];
    let deleted = 0;
    for (const pattern of patterns) deleted += await deleteKeys(services.redis, `${pattern}*`);
    const areRunsRemoved = await removeRuns();
    if (round > 1 && deleted === 0 && areRunsRemoved) return;
    await setTimeout(knownMs);
  }
  throw new ProjectError(
    `Servers still write to the project '${projectKey}'. Stop what uses it, and run the command again.`,
  );
};

/**
 * Deletes a project. One that was interrupted can be repeated: the project is listed until the end. Throws ProjectError
 * for an unknown project.
 */
export const deleteProject = async (
  services: Services,
  projectKey: string,
  deletion: ProjectDeletion,
): Promise<void> => {
  const { redis, searches, confirmWrites } = services;
  if ((await redis.sismember(keys.projects, projectKey)) === 0)
    throw new ProjectError(`The project '${projectKey}' was not found.`);
  // Servers refuse the requests of a project whose body is missing.
  await redis.unlink(keys.body(projectKey, 'project', projectKey));
  await deleteUntilNothingIsLeft(services, projectKey, deletion);
  for (const { states } of searches.values()) await states.unregisterProject(projectKey);
  await redis.zrem(keys.projectsWithFieldIndexes, projectKey);
  await redis.hdel(keys.searchNumbers, projectKey);
  await redis.srem(keys.projects, projectKey);
  await confirmWrites(keys.projects);
};
