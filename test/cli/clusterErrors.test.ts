/** The messages of a start and of commands about a cluster that is unusable, in whole or in part. */
import { pino } from 'pino';
import { test } from '../support/tap.js';
import { startService } from '../../src/server/main.js';
import { createProject } from '../../src/projects/createProject.js';
import { openServices } from '../../src/services/services.js';
import { createServiceOptions } from '../../src/services/ServiceOptions.js';
import { keys } from '../../src/store/keys.js';
import { runHere } from '../support/runHere.js';
import type { ClusterNode } from '../support/startClusterNode.js';
import { startOwnCluster } from '../support/startOwnCluster.js';
import { matchWhole } from '../support/matchWhole.js';
import { testConfig } from '../support/testConfig.js';
import { waitUntil } from '../support/waitUntil.js';
import { skipInShort } from '../support/rounds.js';

const cluster = await startOwnCluster();
const { url, nodes, masterOf } = cluster;
const environment = {
  REDIS_URL: url,
  ENCRYPTION_KEY: 'a key of thirty-two characters, for tests',
  PORT: '0',
  WORKERS: '1',
  REDIS_TIMEOUT_MS: '1000',
  LOG_LEVEL: 'silent',
};

const addressOf = ({ port }: ClusterNode): string => `127.0.0.1:${port}`;
const holders = [await masterOf(keys.format), await masterOf(keys.projects)];
const other = nodes.find(node => !holders.includes(node))!;

/** Creates projects until the master has one. */
const createProjects = async (): Promise<{ readonly lost: string; readonly others: string[] }> => {
  const services = await openServices(
    createServiceOptions(testConfig({ REDIS_URL: url }), url, environment.ENCRYPTION_KEY),
  );
  const others: string[] = [];
  try {
    for (let number = 0; ; number++) {
      const key = `p-${number}`;
      const master = await masterOf(keys.prefix(key));
      if (master === other && others.length === 0) continue;
      await createProject(services, { key });
      if (master === other) return { lost: key, others };
      others.push(key);
    }
  } finally {
    await services.close();
  }
};
const { lost, others } = await createProjects();

test('names a node of a cluster', async t => {
  const address = `redis://${addressOf(other)}`;
  for (const args of [['start'], ['project', 'list']])
    t.same(await runHere(args, { ...environment, REDIS_URL: address }), {
      code: 1,
      stdout: '',
      stderr:
        `REDIS_URL is '${address}', which is a node of a cluster (cluster_enabled:1); ` +
        `use redis-cluster://${addressOf(other)}.\n`,
    });
});

test('names a node of the address that is no master, and has all', async t => {
  const gone = { ...environment, REDIS_URL: `${url},127.0.0.1:1` };
  const { code, stderr } = await runHere(['project', 'list'], gone);
  t.same({ code, stderr }, { code: 0, stderr: '127.0.0.1:1 cannot be used (connect ECONNREFUSED 127.0.0.1:1).\n' });
});

test('goes on without a master, and names it', async t => {
  await other.kill();
  const node = addressOf(other);
  const reason = `connect ECONNREFUSED ${node}`;
  const named = `${node} cannot be used (${reason}); what it has is left out.\n`;
  const list = await runHere(['project', 'list'], environment);
  t.same([list.code, list.stderr], [1, `${named}The project ${lost} is not listed: ${node} has it.\n`]);
  t.same(list.stdout.match(/^\S+/gm), others);
  const verified = await runHere(['verify', '--project', others[0]!], environment);
  t.match(verified.stdout, /\nEverything agrees\.\n$/);
  t.same([verified.code, verified.stderr], [1, named]);
  t.same(await runHere(['verify', '--project', lost], environment), {
    code: 1,
    stdout: '',
    stderr:
      `REDIS_URL is '${url}', whose master ${node} has {${lost}}:* and cannot be used (${reason}); ` +
      'start it, or let its replica take over.\n',
  });
  t.same(await runHere(['search', 'status', '--project', lost], environment), {
    code: 1,
    stdout: '',
    stderr:
      `REDIS_URL is '${url}', where nodes cannot be used (${reason}); ` +
      'start them, or let their replicas take over.\n',
  });
  t.equal((await runHere(['search', 'status', '--project', others[0]!], environment)).code, 0);
});

test('starts without a master, and names it', async t => {
  const lines: Record<string, unknown>[] = [];
  const log = pino(
    { level: 'warn' },
    { write: (line: string) => lines.push(JSON.parse(line) as object as (typeof lines)[0]) },
  );
  const service = await startService(testConfig({ REDIS_URL: url }), log);
  const reason = `connect ECONNREFUSED ${addressOf(other)}`;
  matchWhole(t, lines[0], {
    node: addressOf(other),
    reason,
    isMaster: true,
    msg: 'a node of the Redis cluster cannot be used',
  });
  t.same(service.searchProblems, [`It is not known whether Redis has RediSearch on ${addressOf(other)}: ${reason}`]);
  t.equal((await fetch(`${service.address}/readyz`)).status, 200);
  await service.stop();
});

test('tells of a node that has just restarted', async t => {
  await other.restart();
  // The node serves nothing until it has contact with the majority of the masters, for at least two seconds.
  const { code, stderr } = await runHere(['project', 'list'], {
    ...environment,
    REDIS_URL: `redis-cluster://${addressOf(other)}`,
  });
  if (code !== 0) t.match(stderr, /^REDIS_URL is '\S+', whose cluster is down \(cluster_state:fail.*\); start .*\n$/);
  await cluster.waitUntilHealthy();
});

test('names a master that does not answer, and does not wait for it', async t => {
  other.pause();
  const reason = `${addressOf(other)}: no answer within 1000 ms`;
  for (const args of [
    ['search', 'activate', '--project', lost],
    ['api-client', 'list', '--project', lost],
  ]) {
    const startMs = performance.now();
    t.same(await runHere(args, environment), {
      code: 1,
      stdout: '',
      stderr:
        `REDIS_URL is '${url}', where nodes cannot be used (${reason}); ` +
        'start them, or let their replicas take over.\n',
    });
    t.ok(performance.now() - startMs < 5_000, args.join(' '));
  }
  t.equal((await runHere(['api-client', 'list', '--project', others[0]!], environment)).code, 0);
  other.resume();
  await cluster.waitUntilHealthy();
});

test('ends if the master of the first keys is away, and if the cluster is down', {
  skip: skipInShort,
}, async t => {
  const [holder] = holders as [ClusterNode];
  await holder.kill();
  const lostKey =
    /^REDIS_URL is '\S+', whose master (\S+) has quayside:(format|projects) and cannot be used \(connect ECONNREFUSED \1\); start it, or let its replica take over\.\n$/;
  const endsWith = async (pattern: RegExp): Promise<void> => {
    for (const args of [['start'], ['admin', 'list'], ['migrate']]) {
      const { code, stdout, stderr } = await runHere(args, environment);
      t.same({ code, stdout }, { code: 1, stdout: '' });
      t.match(stderr, pattern, args.join(' '));
    }
  };
  await endsWith(lostKey);
  const left = nodes.find(node => node !== holder && node !== other)!;
  await other.kill();
  // One master of three notices within its node timeout that the majority is missing.
  await waitUntil(() =>
    left.call(async redis => String(await redis.call('CLUSTER', 'INFO')).includes('cluster_state:fail')),
  );
  await endsWith(
    /^REDIS_URL is '\S+', whose cluster is down \(cluster_state:fail; connect ECONNREFUSED \S+; connect ECONNREFUSED \S+\); start the missing masters, or .*\n$/,
  );
});
