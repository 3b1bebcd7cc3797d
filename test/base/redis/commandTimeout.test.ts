/** The time limit of commands counts the time in which the thread runs its event loop (ioredisInternals.ts). */
import { setImmediate } from 'node:timers/promises';
import { Command } from 'ioredis';
import { test } from '../../support/tap.js';
import { connect } from '../../../src/base/redis/connect.js';
import { limitTime } from '../../../src/base/redis/ioredisInternals.js';

const block = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
};

test('a command is answered although the thread was blocked for longer than its time limit', async t => {
  const client = connect(process.env.REDIS_URL!, { commandTimeout: 2_000 });
  t.teardown(() => client.disconnect());
  await client.ping();
  const sent = client.ping();
  // The command is written to the socket at the end of the turn.
  await setImmediate();
  block(3_000);
  t.equal(await sent, 'PONG');
  const unsent = client.ping();
  block(3_000);
  t.equal(await unsent, 'PONG');
});

/** Starts the time limit of a command with timers that fire when `fire` is called. */
const limited = () => {
  const command = new Command('ping', [], { replyEncoding: 'utf8' });
  const timers: (() => void)[] = [];
  const { setTimeout } = globalThis;
  const withOwnTimers = (run: () => void): void => {
    Object.assign(globalThis, {
      setTimeout: (callback: () => void) => {
        timers.push(callback);
        return { timer: timers.length };
      },
    });
    try {
      run();
    } finally {
      Object.assign(globalThis, { setTimeout });
    }
  };
  withOwnTimers(() => limitTime(command, 100));
  return { command, fire: () => withOwnTimers(() => timers.shift()!()), timersLeft: () => timers.length };
};

test('the last part of a time limit ends after the sockets were read', async t => {
  const answered = limited();
  for (let part = 1; part <= 5; part++) answered.fire();
  answered.command.resolve('PONG');
  t.equal(await answered.command.promise, 'PONG');
  const silent = limited();
  for (let part = 1; part <= 5; part++) silent.fire();
  await t.rejects(silent.command.promise, { message: 'Command timed out' });
  t.same([answered.timersLeft(), silent.timersLeft()], [0, 0]);
});
