import { createCommitRunner } from '../../src/store/createCommitRunner.js';
import type { ScriptCall } from '../../src/base/redis/Script.js';
import { createStore } from '../../src/store/createStore.js';
import { openStore } from '../support/store.js';

/** A store whose calls are counted, and may be lost after they ran. */
export const observedStore = () => {
  const bench = openStore();
  const calls: ScriptCall[] = [];
  const run = createCommitRunner(bench.redis);
  let losesNext = false;
  const store = createStore(bench.redis, {
    runCommit: async call => {
      calls.push(call);
      const result = await run(call);
      if (!losesNext) return result;
      losesNext = false;
      throw new Error('Connection is closed.');
    },
  });
  return {
    ...bench,
    store,
    calls,
    loseNextAnswer: () => {
      losesNext = true;
    },
  };
};

/** How many bodies each call concerns. */
export const bodyCounts = (calls: readonly ScriptCall[]): number[] =>
  calls.map(({ keys: names }) => new Set(names.filter(name => name.includes(':b:'))).size);
