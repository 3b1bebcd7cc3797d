/**
 * What redis-om does with records, and what it does not: docs/decisions/redis-om.md says which records it keeps for
 * these reasons. A test that fails with a new version of the library is a reason less.
 */
import { type Entity, Repository, Schema, type RedisConnection } from 'redis-om';
import type { Redis } from 'ioredis';
import { entityRepository } from '../../src/base/redis/entityRepository.js';
import { monitorCommands, startOwnServer } from '../support/startOwnServer.js';
import { test } from '../support/tap.js';
import { waitUntil } from '../support/waitUntil.js';

const redis = (await startOwnServer([])) as Redis;
const fields = { email: { type: 'string' }, name: { type: 'string' }, role: { type: 'string' } } as const;
const accounts = entityRepository(redis, 'account', fields);
const membersOf = ({ email, name, role }: Entity) => ({ email, name, role });

test('calls methods that ioredis does not have', async t => {
  const direct = new Repository(
    new Schema('account', fields, { dataStructure: 'HASH' }),
    redis as unknown as RedisConnection,
  );
  await t.rejects(direct.save('1', { name: 'Ana' }), { message: /\.hSet is not a function$/ });
  await t.rejects(direct.fetch('1'), { message: /\.hGetAll is not a function$/ });
});

test('writes a record as a whole, in a transaction of its own', async t => {
  const commands: string[] = [];
  const stop = await monitorCommands(redis, words => commands.push(words.join(' ')));
  await accounts.save('1', { email: 'ana@example.com', name: 'Ana', role: 'editor' });
  await waitUntil(() => commands.length >= 4);
  stop();
  t.strictSame(commands, [
    'multi',
    'unlink account:1',
    'hset account:1 email ana@example.com name Ana role editor',
    'exec',
  ]);
});

test('loses the change of one of two writers without an error', async t => {
  await accounts.save('2', { email: 'ben@example.com', name: 'Ben', role: 'editor' });
  const [first, second] = await accounts.fetch(['2', '2']);
  await accounts.save({ ...first, name: 'Benjamin' });
  await accounts.save({ ...second, role: 'viewer' });
  t.strictSame(membersOf(await accounts.fetch('2')), { email: 'ben@example.com', name: 'Ben', role: 'viewer' });
});

test('saves two records with one unique value', async t => {
  const email = 'cleo@example.com';
  await Promise.all(['3', '4'].map(id => accounts.save(id, { email, name: id, role: 'editor' })));
  const saved = await accounts.fetch(['3', '4']);
  t.strictSame(saved.map(membersOf), [
    { email, name: '3', role: 'editor' },
    { email, name: '4', role: 'editor' },
  ]);
});

test('returns an empty record for an id that does not exist', async t => {
  t.strictSame(membersOf(await accounts.fetch('5')), { email: undefined, name: undefined, role: undefined });
});
