import type { RedisClient } from '../redis/connect.js';
import { readProject } from '../registry/projectSettings.js';
import type { Project } from '../resources/project/members.js';
import { keys } from '../store/keys.js';
import type { Store } from '../store/Store.js';

/** Lists the projects in the alphabetical order of their keys; all of them, but for those that `isWanted` leaves out. */
export const listProjects = async (
  { redis, store }: { readonly redis: RedisClient; readonly store: Store },
  isWanted: (projectKey: string) => boolean = () => true,
): Promise<Project[]> => {
  const projectKeys = (await redis.smembers(keys.projects)).filter(isWanted).sort();
  const projects = await Promise.all(projectKeys.map(key => readProject(store, key)));
  return projects.filter(project => project !== undefined);
};
