import { test } from '../support/tap.js';
import { masterNodes } from '../../src/redis/masterNodes.js';
import { startOwnRedis } from '../support/startOwnRedis.js';
import { startQuayside } from '../support/quayside.js';

test('sends no command to Redis for a cached token', async t => {
  const { url } = await startOwnRedis();
  const quayside = await startQuayside({ REDIS_URL: url });
  const project = await quayside.project();
  const { redis } = quayside.services;
  const http = quayside.http.as(await quayside.token(project));
  const path = `/${project.projectKey}/states/key=Initial`;
  const commands = async (): Promise<number> => {
    const stats = (await Promise.all(masterNodes(redis).map(node => node.info('commandstats')))).join('\n');
    return [...stats.matchAll(/^cmdstat_(\w+):calls=(\d+)/gm)]
      .filter(([, name]) => ['get', 'getrange', 'mget', 'hget', 'evalsha', 'hgetall'].includes(name!))
      .reduce((sum, [, , calls]) => sum + Number(calls), 0);
  };
  t.equal((await http.send('GET', path)).status, 200);
  const before = await commands();
  for (let time = 0; time < 50; time++) t.equal((await http.send('GET', path)).status, 200);
  t.equal((await commands()) - before, 100, 'two commands per read, none for the token');
});
