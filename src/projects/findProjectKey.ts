import type { RedisClient } from '../redis/connect.js';
import { keys } from '../store/keys.js';
import { demoKey } from './createDemoProject.js';

/** A store may have many projects, and any of them is an example. */
const candidatesMax = 100;

/** The key of a project for links and examples: the demo project where it exists; undefined in an empty store. */
export const findProjectKey = async ({ redis }: { readonly redis: RedisClient }): Promise<string | undefined> => {
  if ((await redis.sismember(keys.projects, demoKey)) === 1) return demoKey;
  const [first] = (await redis.srandmember(keys.projects, candidatesMax)).sort();
  return first;
};
