import type { RedisClient } from '../redis/connect.js';
import { readProject } from '../registry/projectSettings.js';
import type { Project } from '../resources/project/members.js';
import { keys } from '../store/keys.js';
import type { Store } from '../store/Store.js';

/** Lists all projects by their keys in alphabetical order. */
export const listProjects = async ({
  redis,
  store,
}: {
  readonly redis: RedisClient;
  readonly store: Store;
}): Promise<Project[]> => {
  const projectKeys = (await redis.smembers(keys.projects)).sort();
  const projects = await Promise.all(projectKeys.map(key => readProject(store, key)));
  return projects.filter(project => project !== undefined);
};
