import { Cluster, Redis } from 'ioredis';
import { test } from '../support/tap.js';
import { pingMasters } from '../../src/redis/masterNodes.js';

const clusterOf = (...pings: (() => Promise<unknown>)[]): Cluster =>
  Object.assign(Object.create(Cluster.prototype) as Cluster, {
    nodes: () => pings.map(ping => Object.assign(Object.create(Redis.prototype) as Redis, { ping })),
  });

test('resolves a ping of all masters when the slowest one has answered or failed', async t => {
  let answer = (): void => undefined;
  let isOver = false;
  const slow = new Promise<void>(resolve => {
    answer = resolve;
  });
  const pinged = pingMasters(
    clusterOf(
      () => Promise.resolve(),
      () => slow,
      () => Promise.reject(new Error('away')),
    ),
  ).then(() => {
    isOver = true;
  });
  await new Promise(setImmediate);
  t.notOk(isOver);
  answer();
  await pinged;
  t.ok(isOver);
});
