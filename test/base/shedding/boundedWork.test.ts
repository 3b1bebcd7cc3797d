import { type Test, test } from '../../support/tap.js';
import { ApiError } from '../../../src/base/errors/ApiError.js';
import { WorkTime } from '../../../src/base/shedding/WorkTime.js';
import {
  boundedWork,
  HeavyWorkError,
  limitWork,
  moveWork,
  spendWork,
  type WorkKind,
} from '../../../src/base/shedding/boundedWork.js';
import { threadCpuMs } from '../../../src/base/shedding/clocks.js';

/** Limits the work of one test, since other files run in the same process. */
const limitFor = (t: Test, milliseconds: number): void => {
  limitWork(milliseconds);
  t.teardown(() => limitWork(Infinity));
};

const workForever = (): never => {
  for (;;) spendWork(100);
};

const refusalOf = (kind: WorkKind, work: () => unknown): unknown => {
  try {
    return boundedWork(kind, work);
  } catch (error) {
    return (error as ApiError).toBody();
  }
};

const timedOut = {
  statusCode: 400,
  message: 'The query timed out after 1 ms. Filter by an indexed field, or ask for fewer results.',
  errors: [
    {
      code: 'QueryTimedOut',
      message: 'The query timed out after 1 ms. Filter by an indexed field, or ask for fewer results.',
    },
  ],
};

const refusedChange = 'The request takes more than 1 ms of computing. Ask for less in one request.';

const waitPastLimit = (): void => {
  const endMs = performance.now() + 2;
  while (performance.now() < endMs);
};

test('ends endless work with an error for the kind of request (ERR021, ERR032)', async t => {
  limitFor(t, 1);
  t.strictSame(refusalOf('query', workForever), timedOut);
  t.strictSame(refusalOf('change', workForever), {
    statusCode: 400,
    message: refusedChange,
    errors: [{ code: 'InvalidInput', message: refusedChange }],
  });
});

test('counts a piece inside another one as a part of that', async t => {
  limitFor(t, 1);
  t.strictSame(
    refusalOf('query', () => {
      for (;;)
        boundedWork('change', () => {
          spendWork(100);
        });
    }),
    timedOut,
  );
});

test('counts pieces with pauses between them as one', async t => {
  limitFor(t, 50);
  const time = new WorkTime('any');
  const message = 'The request takes more than 50 ms of computing. Ask for less in one request.';
  let pieces = 0;
  const runPieces = async () => {
    for (; pieces < 100_000; pieces++) {
      await time.pause();
      time.run('change', () => {
        const endMs = threadCpuMs() + 5;
        while (threadCpuMs() < endMs) spendWork(1_000);
      });
    }
  };
  await t.rejects(runPieces(), { message });
  t.ok(pieces > 1, `${pieces} pieces`);
});

test('refuses no work of few steps, however long it took: then the machine is busy', async t => {
  limitFor(t, 1);
  t.equal(
    refusalOf('query', () => {
      waitPastLimit();
      for (let step = 0; step < 16_000; step++) spendWork(1);
      return 'done';
    }),
    'done',
  );
});

test('starts anew with each piece, and limits nothing outside of one', async t => {
  limitFor(t, 1);
  for (let piece = 0; piece < 10; piece++) boundedWork('query', () => spendWork(16_000));
  refusalOf('query', workForever);
  waitPastLimit();
  for (let step = 0; step < 1_000_000; step++) spendWork(1);
  t.equal(
    boundedWork('query', () => 'done'),
    'done',
  );
});

test('a query that has changed nothing leaves the thread before its time is over, and a change does not', t => {
  limitFor(t, 3);
  moveWork(1);
  t.teardown(() => moveWork(Infinity));
  const errorOf = (work: () => unknown): unknown => {
    try {
      return work();
    } catch (error) {
      return (error as Error).constructor;
    }
  };
  const query = (mayMove: boolean) => () => new WorkTime('project', Infinity, { mayMove }).runQuery(workForever);
  const staying = new WorkTime('project', Infinity, { mayMove: true });
  staying.stayHere();
  t.equal(errorOf(query(true)), HeavyWorkError);
  t.equal(errorOf(query(false)), ApiError);
  t.equal(
    errorOf(() => staying.runQuery(workForever)),
    ApiError,
  );
  t.equal(
    errorOf(() => boundedWork('change', workForever)),
    ApiError,
  );
  moveWork(Infinity);
  t.equal(errorOf(query(true)), ApiError, 'where heavy calls run');
  t.end();
});
