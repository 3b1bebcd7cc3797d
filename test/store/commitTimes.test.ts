/** The time of a commit comes from the clock of Redis, and is never older than that of the previous commit. */
import { randomUUID } from 'node:crypto';
import type { ResourceWrite } from '../../src/store/ChangeSet.js';
import { CommitClock, timeOfCount } from '../../src/store/CommitClock.js';
import { keys } from '../../src/store/keys.js';
import { timeOfId, timeOrderedId } from '../../src/store/timeOrderedId.js';
import { bodyOf, writeOf } from '../support/store.js';
import { test } from '../support/tap.js';
import { observedStore } from './observedStore.js';

const time = '1970-01-01T00:00:01.000Z';

/** A new resource whose `createdAt` is the time of its commit. */
const timedWrite = (id: string, changes: Partial<ResourceWrite> = {}): ResourceWrite => {
  const body = bodyOf(id, 1, changes.compression === undefined ? {} : { tail: 'text '.repeat(400) });
  return writeOf(id, { body, commitTime: { at: [body.indexOf(time)] }, ...changes });
};

const openTimes = () => {
  const bench = observedStore();
  const { store, redis, projectKey } = bench;
  const createdAt = async (id: string, typeId = 'thing'): Promise<string> =>
    (JSON.parse((await store.body(projectKey, typeId, id))!.toString()) as { createdAt: string }).createdAt;
  const redisMs = async (): Promise<number> => Math.floor(Number((await redis.time())[0]) * 1_000);
  const setLastTime = (timeMs: number) => redis.set(keys.sequence(projectKey), String(timeMs * 1_024));
  return { ...bench, createdAt, redisMs, setLastTime };
};

test('gives a commit the time of Redis, in its bodies, its lists and the ids of messages', async t => {
  const { store, changeSet, calls, projectKey, createdAt, redisMs, redis } = openTimes();
  const [plain, compressed] = [randomUUID(), randomUUID()];
  const before = await redisMs();
  const first = timedWrite(plain);
  const message = timedWrite(timeOrderedId(1), { typeId: 'note', hasTimeOrderedId: true, compression: 'immutable' });
  await store.commit(changeSet([first, timedWrite(compressed, { compression: 'changing' }), message]));
  t.equal(calls.length, 2, 'the first call is told the time');
  const committed = await createdAt(plain);
  const committedMs = Date.parse(committed);
  t.ok(committedMs >= before && committedMs < before + 10_000);
  t.equal((JSON.parse(first.body!.toString()) as { createdAt: string }).createdAt, committed, 'responses have it, too');
  t.equal(await createdAt(compressed), committed);
  t.equal(timeOfCount(await store.commitCount(projectKey)), committedMs);
  for (const list of ['createdAt', 'lastModifiedAt'])
    t.equal(await redis.zscore(keys.time(projectKey, 'thing', list), plain), String(committedMs));
  const [id = '', ...others] = await redis.zrange(keys.ids(projectKey, 'note'), 0, -1);
  t.same([timeOfId(id), others, await createdAt(id, 'note')], [committedMs, [], committed]);
  await store.commit(changeSet([timedWrite(randomUUID())]));
  t.equal(calls.length, 3, 'the next one knows it');
});

test('follows the last commit of the project where its own time is older', async t => {
  const { store, changeSet, calls, projectKey, createdAt, redisMs, setLastTime } = openTimes();
  await store.commit(changeSet([timedWrite(randomUUID())]));
  // This models a failover to a server whose clock is an hour behind.
  const aheadMs = (await redisMs()) + 3_600_000;
  await setLastTime(aheadMs);
  calls.length = 0;
  const times: number[] = [];
  for (let count = 0; count < 5; count++) {
    const id = randomUUID();
    await store.commit(changeSet([timedWrite(id)]));
    times.push(Date.parse(await createdAt(id)));
  }
  t.same(
    times,
    [...times].sort((a, b) => a - b),
  );
  t.ok(times[0]! >= aheadMs && times[4]! < aheadMs + 60_000, String(times[4]! - aheadMs));
  t.equal(calls.length, 6, 'one commit was refused, and sent again');
  t.ok(timeOfCount(await store.commitCount(projectKey)) >= times[4]!);
});

test('writes messages later than the last change of their resource', async t => {
  const { store, changeSet, createdAt, redisMs } = openTimes();
  const after = new Date((await redisMs()) + 2_000).toISOString();
  const write = timedWrite(randomUUID());
  await store.commit(changeSet([{ ...write, commitTime: { ...write.commitTime!, after } }]));
  t.equal(Date.parse(await createdAt(write.id)), Date.parse(after) + 1);
});

test('a clock goes on at half speed while a project is ahead of it, and never back', t => {
  const clock = { ms: 1_000 };
  const commits = new CommitClock(() => clock.ms);
  t.equal(commits.timeOf('p'), 0, 'before the first answer');
  commits.learn(50_000_000);
  commits.learn(49_000_000);
  t.equal(commits.timeOf('p'), 50_000, 'the answer that was read soonest tells most');
  clock.ms += 500;
  t.equal(commits.timeOf('p'), 50_500);
  commits.follow('p', 51_000);
  t.same([commits.timeOf('p'), commits.timeOf('q')], [51_000, 50_500]);
  clock.ms += 400;
  t.equal(commits.timeOf('p'), 51_200);
  clock.ms += 1_000;
  t.equal(commits.timeOf('p'), 51_900, 'the clock has reached it');
  // The clock of Redis was set back by ten seconds: the earlier answers still count for a while.
  for (let count = 0; count < 3; count++) {
    clock.ms += 10_000;
    commits.learn((clock.ms + 39_000) * 1_000);
  }
  t.equal(commits.timeOf('p'), clock.ms + 39_000);
  t.end();
});
