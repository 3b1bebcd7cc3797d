import type { RedisClient } from '../base/redis/connect.js';
import { readProject } from '../commerce/resources/project/projectSettings.js';
import type { Project } from '../commerce/resources/project/members.js';
import { keys } from '../store/keys.js';
import type { DataStore } from '../store/DataStore.js';

/**
 * Lists the projects in the alphabetical order of their keys; all of them, but for those that `isWanted` leaves out.
 */
export const listProjects = async (
  { redis, store }: { readonly redis: RedisClient; readonly store: DataStore },
  isWanted: (projectKey: string) => boolean = () => true,
): Promise<Project[]> => {
  const projectKeys = (await redis.smembers(keys.projects)).filter(isWanted).sort();
  const projects = await Promise.all(projectKeys.map(key => readProject(store, key)));
  return projects.filter(project => project !== undefined);
};
