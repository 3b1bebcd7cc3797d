import { randomUUID } from 'node:crypto';
import { t as root, test } from '../support/tap.js';
import { connect } from '../../src/base/redis/connect.js';
import { RedisLock } from '../../src/base/redis/RedisLock.js';

const redis = connect(process.env.REDIS_URL!);
root.teardown(() => redis.disconnect());

test('only the owner of a lock extends and releases it', async t => {
  const key = `lock:${randomUUID()}`;
  const locks = Array.from({ length: 10 }, () => new RedisLock(redis, key, 60_000));
  const taken = await Promise.all(locks.map(lock => lock.take()));
  t.equal(taken.filter(Boolean).length, 1);
  const owner = locks[taken.indexOf(true)]!;
  const other = locks.find(lock => lock !== owner)!;
  t.strictSame(
    [await owner.take(), await owner.extend(), await other.extend(), await other.take()],
    [true, true, false, false],
  );
  await other.release();
  t.ok((await redis.pttl(key)) > 50_000, 'it ends by itself');
  await owner.release();
  t.strictSame([await owner.extend(), await redis.exists(key)], [false, 0], 'a lost lock is not extended');
  t.strictSame([await other.take(), await owner.extend()], [true, false]);
});
