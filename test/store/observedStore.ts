import { createCommitRunner } from '../../src/store/createCommitRunner.js';
import type { RedisClient } from '../../src/base/redis/connect.js';
import type { ScriptCall } from '../../src/base/redis/Script.js';
import type { RepeatableCall } from '../../src/store/CommitCall.js';
import { createStore } from '../../src/store/createStore.js';
import { openStore } from '../support/store.js';

/** Creates a store on a connection whose calls are counted, and can be lost after they ran. */
export const observeStore = (redis: RedisClient) => {
  const calls: RepeatableCall[] = [];
  const run = createCommitRunner(redis);
  let losesNext = false;
  const store = createStore(redis, {
    runCommit: async call => {
      calls.push(call);
      const result = await run(call);
      if (!losesNext) return result;
      losesNext = false;
      throw new Error('Connection is closed.');
    },
  });
  return {
    store,
    run,
    calls,
    loseNextAnswer: () => {
      losesNext = true;
    },
  };
};

/** Creates such a store on the Redis that tests share. */
export const observedStore = () => {
  const bench = openStore();
  return { ...bench, ...observeStore(bench.redis) };
};

/** Returns the number of bodies that each call names. */
export const bodyCounts = (calls: readonly ScriptCall[]): number[] =>
  calls.map(({ keys: names }) => new Set(names.filter(name => name.includes(':b:'))).size);
