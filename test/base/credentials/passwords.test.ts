import { availableParallelism } from 'node:os';
import { test } from '../../support/tap.js';
import { limits } from '../../../src/base/config/limits.js';
import { readConfig } from '../../../src/base/config/readConfig.js';
import { matchWhole } from '../../support/matchWhole.js';

/** An instance of the module for this file: servers of other files have hashed at a lower cost in this process. */
const module: string = new URL('../../../src/base/credentials/passwords.js?ofThisFile', import.meta.url).href;
const { boundPasswords, hashPassword, isPassword, passwordsAtOnce } = (await import(
  module
)) as typeof import('../../../src/base/credentials/passwords.js');

const project = 'demo';
const { passwordMemoryKib } = readConfig({});
boundPasswords({ workers: 1, passwordMemoryKib });

test('hashes passwords with salt and the argon2id cost of OWASP', async t => {
  const [first, second] = await Promise.all([
    hashPassword(project, 'correct horse'),
    hashPassword(project, 'correct horse'),
  ]);
  for (const hash of [first, second]) t.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  t.not(first, second);
  t.ok(await isPassword(project, 'correct horse', first));
  t.notOk(await isPassword(project, 'correct horsf', first));
  t.notOk(await isPassword(project, '', first));
  t.notOk(await isPassword(project, 'correct horse', undefined));
});

test('accepts a password in each way to type its accents, also where its hash is older (NIST SP 800-63B)', async t => {
  const [composed, decomposed] = ['crème brûlée'.normalize('NFC'), 'crème brûlée'.normalize('NFD')];
  t.not(composed, decomposed);
  for (const set of [composed, decomposed]) {
    const hash = await hashPassword(project, set);
    t.ok(await isPassword(project, composed, hash));
    t.ok(await isPassword(project, decomposed, hash));
    t.notOk(await isPassword(project, 'creme brulee', hash));
  }
  const { hash } = await import('@node-rs/argon2');
  t.ok(await isPassword(project, decomposed, await hash(decomposed)), 'hashed as it was typed');
});

test('refuses a long password instead of cutting it', async t => {
  const long = 'x'.repeat(1_024);
  const hash = await hashPassword(project, long);
  t.ok(await isPassword(project, long, hash));
  t.notOk(await isPassword(project, `${long}y`, hash));
});

test('takes about the same time for an unknown customer and a wrong password', async t => {
  const hash = await hashPassword(project, 'correct horse');
  /** Returns the milliseconds of CPU time, which other programs do not lengthen. */
  const timed = async (passwordHash: string | undefined): Promise<number> => {
    const before = process.cpuUsage();
    await isPassword(project, 'guess', passwordHash);
    return process.cpuUsage(before).user / 1_000;
  };
  await timed(undefined);
  let [wrong, unknown] = [0, 0];
  // The turns alternate, so that both are measured under the same load.
  for (let turn = 0; turn < 15; turn++) {
    wrong += await timed(hash);
    unknown += await timed(undefined);
  }
  t.comment(`wrong passwords ${wrong.toFixed(0)} ms, unknown customers ${unknown.toFixed(0)} ms`);
  // Without a comparison, the time would be a hundredth of this; the noise of a shared machine is smaller.
  t.ok(unknown > wrong / 4 && unknown < wrong * 4);
});

test('limits parallel hashes so that a core and a thread stay free', t => {
  const expected = [
    [1, 1, 1],
    [1, 2, 1],
    [1, 3, 2],
    [1, 4, 3],
    [1, 64, 3],
    [2, 4, 1],
    [2, 64, 1],
    [3, 4, 1],
    [3, 64, 1],
    [8, 64, 1],
    [63, 64, 1],
  ] as const;
  for (const [workers, cores, atOnce] of expected)
    t.equal(passwordsAtOnce(workers, cores), atOnce, `${workers} workers, ${cores} cores`);
  t.end();
});

test('compares the passwords of all projects in turn, and refuses those of a project beyond its limit', async t => {
  boundPasswords({ workers: 1, passwordMemoryKib: 8 });
  const hash = await hashPassword(project, 'correct horse');
  const some = await Promise.all(
    Array.from({ length: 20 }, (_, at) => isPassword(project, at % 2 === 0 ? 'correct horse' : 'guess', hash)),
  );
  t.same(
    some,
    Array.from({ length: 20 }, (_, at) => at % 2 === 0),
  );
  const running = passwordsAtOnce(1, availableParallelism());
  const floodCount = limits.projectPasswordsWaitingMax + running + 20;
  const ended: string[] = [];
  const flood = Array.from({ length: floodCount }, () =>
    isPassword(project, 'x', hash).finally(() => ended.push('flood')),
  );
  const other = isPassword('other', 'correct horse', hash).finally(() => ended.push('other'));
  const outcomes = await Promise.allSettled(flood);
  const refused = outcomes.filter(each => each.status === 'rejected');
  t.equal(refused.length, 20);
  for (const { reason } of refused)
    matchWhole(t, reason, {
      status: 503,
      entries: [
        {
          code: 'ServiceUnavailable',
          message: 'Too many passwords are being hashed or compared at the moment. Try again in a second.',
        },
      ],
    });
  t.ok(await other, 'a comparison of another project is not refused');
  const before = ended.slice(20, ended.indexOf('other')).length;
  t.ok(before <= 2 * running, `and ends after ${before} of the flood`);
  t.ok(await isPassword(project, 'correct horse', hash), 'later comparisons work');
});

test('does not block the calling thread', async t => {
  boundPasswords({ workers: 1, passwordMemoryKib });
  let turns = 0;
  const count = setInterval(() => {
    turns++;
  }, 1);
  await Promise.all(Array.from({ length: 8 }, () => hashPassword(project, 'correct horse')));
  clearInterval(count);
  t.ok(turns >= 5, `${turns} turns of the event loop`);
});
