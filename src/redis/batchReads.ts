import type { RedisClient } from './connect.js';
import { getManyBuffers } from './getMany.js';

/** Reads of one command: Redis answers it without a look at others. */
const readsMax = 64;

interface Waiting {
  resolve(value: Buffer | null): void;
  reject(error: unknown): void;
}

interface Group {
  readonly keys: string[];
  readonly waiting: Waiting[];
}

/** What stands under a key of a project, or null. */
export type BatchedGet = (projectKey: string, key: string) => Promise<Buffer | null>;

/** Reads of one turn of the event loop, of one project, as one command: that takes the client and Redis half of what each by itself would. */
export const batchReads = (redis: RedisClient): BatchedGet => {
  const groups = new Map<string, Group>();

  const run = (projectKey: string, { keys, waiting }: Group): void => {
    groups.delete(projectKey);
    getManyBuffers(redis, keys).then(
      values => waiting.forEach(({ resolve }, at) => resolve(values[at]!)),
      (error: unknown) => waiting.forEach(({ reject }) => reject(error)),
    );
  };

  const open = (projectKey: string): Group => {
    const group: Group = { keys: [], waiting: [] };
    groups.set(projectKey, group);
    setImmediate(() => {
      if (groups.get(projectKey) === group) run(projectKey, group);
    });
    return group;
  };

  return (projectKey, key) =>
    new Promise((resolve, reject) => {
      const group = groups.get(projectKey) ?? open(projectKey);
      group.waiting.push({ resolve, reject });
      if (group.keys.push(key) === readsMax) run(projectKey, group);
    });
};
