/**
 * Five kills with a takeover, two moves of a slot and a rebalance under load: the log reports these and nothing else.
 */
import { setTimeout } from 'node:timers/promises';
import { t as root, test } from '../../support/tap.js';
import { createProject } from '../../../src/projects/createProject.js';
import { openServices } from '../../../src/services/services.js';
import { createServiceOptions } from '../../../src/services/ServiceOptions.js';
import { type LogLine, startLoggedServer } from '../../support/loggedServer.js';
import { skipInShort } from '../../support/rounds.js';
import type { ClusterNode } from '../../support/startClusterNode.js';
import { moveSlot, startOwnCluster } from '../../support/startOwnCluster.js';
import { testConfig } from '../../support/testConfig.js';
import { waitUntil } from '../../support/waitUntil.js';

const kills = 5;
const rebalancedSlots = 30;

/** The log line at the beginning of an event, and the line at its end. */
const patterns = {
  unreachable: [/^Redis at \S+ cannot be reached: /, /^Redis at \S+ can be reached again$/],
  takeover: [/^the Redis replica \S+ took over \d+ slot\(s\) from its master \S+$/],
  move: [/^slots move from Redis at /, /^\d+ slot\(s\) moved from Redis at /],
  shortage: [/^changes cannot be confirmed: /, /^(enough replicas are in sync|another master serves)/],
  unavailable: [/^requests get 503: /, /^requests get no 503 for this reason any longer$/],
  reconnections: [/^connections to Redis were opened again$/, /^connections to Redis hold again$/],
} as const;

interface Answer {
  readonly status: number;
  readonly ms: number;
}

test('tells kills, takeovers, moves and a rebalance (long form)', { skip: skipInShort, timeout: 900_000 }, async t => {
  const cluster = await startOwnCluster({ replicas: 3 });
  const settings = { REDIS_URL: cluster.url, DURABILITY: 'replicas', REDIS_TIMEOUT_MS: '2500', QUEUE_WAIT_MS: '100' };
  const config = testConfig(settings);
  const services = await openServices(createServiceOptions(config, config.redisUrl, config.encryptionKey));
  const masters = cluster.nodes.slice(0, 3);
  const projects: string[] = [];
  const tokens: string[] = [];
  for (const master of masters) {
    let key = '';
    for (let number = 0; key === '' || (await cluster.masterOf(`{${key}}`)) !== master; number++)
      key = `shop-${number}`;
    projects.push(key);
  }
  const credentials = await Promise.all(projects.map(key => createProject(services, { key })));
  await services.close();

  const startMs = performance.now();
  const lines: LogLine[] = [];
  const { http } = await startLoggedServer(settings, lines);
  for (const { clientId, clientSecret } of credentials) {
    const answer = await http.send('POST', '/oauth/token', {
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    });
    tokens.push((answer.json as { access_token: string }).access_token);
  }

  const answers: Answer[][] = projects.map(() => []);
  let isOver = false;
  const load = projects.map(async (key, at) => {
    const api = http.as(tokens[at]!);
    for (let number = 0; !isOver; number++) {
      const sentMs = performance.now();
      const { status } =
        number % 2 === 0
          ? await api.send('GET', `/${key}/states/key=Initial`)
          : await api.send('POST', `/${key}/states`, { body: { key: `s-${number}`, type: 'OrderState' } });
      answers[at]!.push({ status, ms: performance.now() - sentMs });
      await setTimeout(20);
    }
  });
  root.teardown(() => {
    isOver = true;
  });

  /** Describes the answers of a project since the last call. */
  const takeAnswers = (at: number): string => {
    const taken = answers[at]!.splice(0);
    const counts = new Map<number, number>();
    for (const { status } of taken) counts.set(status, (counts.get(status) ?? 0) + 1);
    const text = [...counts].map(([status, count]) => `${count} × ${status}`).join(', ');
    return `${text}, longest ${Math.round(Math.max(0, ...taken.map(({ ms }) => ms)))} ms`;
  };
  const readyz = async (): Promise<string> => {
    const sentMs = performance.now();
    const { status, text } = await http.send('GET', '/readyz');
    return `${status} in ${Math.round(performance.now() - sentMs)} ms: ${text}`;
  };
  const say = (text: string): void => t.comment(`${((performance.now() - startMs) / 1_000).toFixed(1)} s ${text}`);
  const countOf = (pattern: RegExp): number => lines.filter(({ msg }) => pattern.test(msg)).length;
  let said = 0;
  const sayLines = (): void => {
    for (const { msg, seconds, count, moved, time } of lines.slice(said)) {
      const at = (Number(time) - performance.timeOrigin - startMs) / 1_000;
      t.comment(`  ${at.toFixed(1)} s ${msg} ${JSON.stringify({ seconds, count, moved })}`);
    }
    said = lines.length;
  };

  for (let kill = 0; kill < kills; kill++) {
    const at = kill % projects.length;
    await waitUntil(() =>
      answers.every(each => each.length > 20 && each.slice(-10).every(({ status }) => status < 300)),
    );
    answers.forEach((_, project) => takeAnswers(project));
    const master = await cluster.masterOf(`{${projects[at]}}`);
    say(`kill of ${master.port}`);
    await master.kill();
    await setTimeout(1_500);
    say(await readyz());
    await waitUntil(() => countOf(patterns.takeover[0]) === kill + 1);
    await master.restart();
    say(`restarted ${master.port}`);
    await cluster.waitUntilHealthy();
    await waitUntil(() => countOf(patterns.unreachable[1]) === kill + 1);
    await waitUntil(() => countOf(patterns.unavailable[0]) === countOf(patterns.unavailable[1]));
    sayLines();
    projects.forEach((key, project) =>
      say(`${project === at ? 'its project' : 'another'} ${key}: ${takeAnswers(project)}`),
    );
  }

  const move = async (key: string, from: ClusterNode, to: ClusterNode): Promise<void> => {
    const moving = await moveSlot(key, from, to);
    await moving.end();
  };
  for (const [at, key] of projects.slice(0, 2).entries()) {
    const from = await cluster.masterOf(`{${key}}`);
    const to = await cluster.masterOf(`{${projects[2]}}`);
    say(`move of the slot of ${key}`);
    await move(`{${key}}`, from, to);
    await waitUntil(() => countOf(patterns.move[1]) === at + 1);
    sayLines();
    say(`its project ${key}: ${takeAnswers(at)}`);
  }
  const from = await cluster.masterOf(`{${projects[2]}}`);
  const slotsOf = (await from.call(redis => redis.call('CLUSTER', 'SLOTS'))) as [number, number, [string, number]][];
  const slots = slotsOf
    .filter(([, , [, port]]) => port === from.port)
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
    .slice(0, rebalancedSlots);
  const to = cluster.nodes.find(({ port }) => slotsOf.some(([, , [, owner]]) => owner === port && port !== from.port))!;
  say(`rebalance of ${slots.length} slots`);
  const ids = [await from.id(), await to.id()] as const;
  for (const slot of slots) {
    await to.call(redis => redis.call('CLUSTER', 'SETSLOT', slot, 'IMPORTING', ids[0]));
    await from.call(redis => redis.call('CLUSTER', 'SETSLOT', slot, 'MIGRATING', ids[1]));
    const keys = (await from.call(redis => redis.call('CLUSTER', 'GETKEYSINSLOT', slot, 100_000))) as string[];
    for (const key of keys) await from.call(redis => redis.call('MIGRATE', '127.0.0.1', to.port, key, 0, 5_000));
    for (const node of [to, from]) await node.call(redis => redis.call('CLUSTER', 'SETSLOT', slot, 'NODE', ids[1]));
  }
  await waitUntil(() => countOf(patterns.move[1]) === 3);
  await waitUntil(() => countOf(patterns.reconnections[0]) === countOf(patterns.reconnections[1]));
  sayLines();
  projects.forEach((key, project) => say(`${key}: ${takeAnswers(project)}`));
  isOver = true;
  await Promise.all(load);

  t.equal(countOf(patterns.unreachable[0]), kills);
  t.equal(countOf(patterns.takeover[0]), kills);
  t.equal(countOf(patterns.move[0]), 3);
  t.match(
    lines.filter(({ msg }) => patterns.move[1].test(msg)).map(({ moved }) => moved),
    [1, 1, rebalancedSlots],
  );
  for (const [begin, end] of [patterns.unavailable, patterns.reconnections, patterns.shortage]) {
    t.ok(countOf(begin) > 0, String(begin));
    t.equal(countOf(begin), countOf(end), String(end));
  }
  const known = Object.values(patterns).flat();
  t.same(
    lines
      .filter(({ msg, level }) => level >= 40 && !known.some(pattern => pattern.test(msg)))
      .map(({ msg }) => msg.slice(0, 60)),
    lines.filter(({ msg }) => msg.startsWith('this system cannot load')).map(({ msg }) => msg.slice(0, 60)),
  );
});
