/**
 * The parts of ioredis that src/base/redis/ioredisInternals.ts and ScriptCommand.ts replace. A new version of the
 * library that calls them in another way fails here, before it fails in a cluster.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Cluster, Command, Redis } from 'ioredis';
import { test } from '../../support/tap.js';
import {
  allocateCommandsYoung,
  corkSocketWrites,
  ignoreAskingErrors,
  observeDuplicates,
  rejectWithoutRetry,
} from '../../../src/base/redis/ioredisInternals.js';
import { packageFile } from '../../../src/base/config/packageFile.js';
import { ScriptCommand } from '../../../src/base/redis/Script.js';

const sourceOf = (type: abstract new (...args: never[]) => unknown, method: string): string =>
  String(Reflect.get(type.prototype as object, method));

const closedClient = (): Redis => new Redis({ lazyConnect: true });

const { dependencies } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};

test('the replaced parts were compared with this version of the library, which the package pins', t => {
  const { version } = JSON.parse(readFileSync(packageFile('node_modules/ioredis/package.json'), 'utf8')) as {
    version: string;
  };
  t.strictSame([dependencies.ioredis, version], ['5.11.1', '5.11.1']);
  t.end();
});

test('the cluster client calls asking of a node and does not await it', async t => {
  t.match(sourceOf(Cluster, 'sendCommand'), /^\s*redis\.asking\(\);$/m);
  const node = closedClient();
  Reflect.set(node, 'asking', () => Promise.reject(new Error('the connection broke')));
  ignoreAskingErrors(node);
  t.equal(await node.asking(), 'OK');
});

test('the cluster client replaces reject of a command by one that sends the command again', async t => {
  t.match(sourceOf(Cluster, 'sendCommand'), /const reject = command\.reject;\s+command\.reject = function/);
  const command = new Command('mget', ['a', 'b']);
  const { reject } = command;
  const retried: string[] = [];
  command.reject = error => retried.push(error.message);
  rejectWithoutRetry(command, reject, ({ message }) => message === 'final');
  command.reject(new Error('other'));
  t.same(retried, ['other']);
  command.reject(new Error('final'));
  await t.rejects(command.promise, { message: 'final' });
  t.same(retried, ['other']);
});

test('a client writes each command by write of its socket, which can be corked', t => {
  const sendCommand = sourceOf(Redis, 'sendCommand');
  t.match(sendCommand, /this\.stream\.write\(command\.toWritable\(this\.stream\)\)/);
  t.match(sendCommand, /command\.setTimeout\(/);
  t.match(sourceOf(Command, '_clearTimers'), /delete this\._commandTimeoutTimer/);
  t.end();
});

test('a piece of 4 KiB is sent at once, together with earlier writes', async t => {
  const client = closedClient();
  const calls: (string | number)[] = [];
  const stream = {
    cork: () => calls.push('cork'),
    uncork: () => calls.push('uncork'),
    write: (data: string | Buffer) => calls.push(data.length) > 0,
  };
  Reflect.set(client, 'stream', stream);
  corkSocketWrites(client);
  stream.write('small');
  stream.write(Buffer.alloc(4_096));
  t.same(calls.splice(0), ['cork', 5, 4_096, 'uncork']);
  stream.write('first');
  stream.write(Buffer.alloc(4_095));
  t.same(calls.splice(0), ['cork', 5, 4_095]);
  await setImmediate();
  t.same(calls, ['uncork']);
});

test('an answered command is freed without a full collection', async t => {
  const [bytes] = (await once(new Worker(new URL('./commandGarbage.js', import.meta.url)), 'message')) as [number];
  t.ok(bytes < 3_000, `a command of more than 5,000 bytes leaves ${Math.round(bytes)}`);
});

test('a command settles as the library settles it', async t => {
  allocateCommandsYoung();
  const resolved = new Command('hset', ['key', { field: 1 }] as unknown as string[], { replyEncoding: 'utf8' });
  t.same(resolved.args, ['key', 'field', '1'], 'arguments are transformed');
  resolved.resolve(Buffer.from('text'));
  t.equal(await resolved.promise, 'text', 'answers are decoded');
  const rejected = new Command('get', ['key']);
  rejected.reject(new Error('refused'));
  await t.rejects(rejected.promise, { message: 'refused' });
  const answers: unknown[] = [];
  new Command('get', ['key'], {}, (error, answer) => answers.push([error, answer])).resolve('answer');
  await setImmediate();
  t.same(answers, [[null, 'answer']], 'a callback is the library’s');
});

test('a command of its own encoding is written as the library would write it', t => {
  const args = [Buffer.from([0, 255]), Buffer.from('')];
  const own = new ScriptCommand('abc', ['{é}:k', '{é}:l'], args).toWritable();
  const library = new Command('evalsha', ['abc', 2, '{é}:k', '{é}:l', ...args]).toWritable(Reflect.get({}, 'socket'));
  // Names of commands are case-insensitive in Redis.
  t.equal(own.toString('latin1').toLowerCase(), Buffer.from(library).toString('latin1').toLowerCase());
  t.end();
});

test('every copy that a client makes of itself is observed', t => {
  const client = closedClient();
  const copies: Redis[] = [];
  observeDuplicates(client, copy => copies.push(copy));
  const copy = client.duplicate();
  t.equal(copies.length, 1);
  t.equal(copies[0], copy);
  t.type(copy, Redis);
  t.match(String(Reflect.get(Cluster.prototype, 'duplicate')), /return new Cluster\(/);
  t.end();
});
