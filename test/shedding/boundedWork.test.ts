import { test } from 'tap';
import { ApiError } from '../../src/errors/ApiError.js';
import { boundedWork, limitWork, spendWork, type WorkKind } from '../../src/shedding/boundedWork.js';

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

const refusedChange = 'The request takes more than 1 ms of computing without a pause. Ask for less in one request.';

const waitPastLimit = (): void => {
  const endMs = performance.now() + 2;
  while (performance.now() < endMs);
};

test('ends work that never ends by itself, with an error for what was asked (ERR021, ERR032)', async t => {
  limitWork(1);
  t.strictSame(refusalOf('query', workForever), timedOut);
  t.strictSame(refusalOf('change', workForever), {
    statusCode: 400,
    message: refusedChange,
    errors: [{ code: 'InvalidInput', message: refusedChange }],
  });
});

test('counts a piece inside another one as a part of that', async t => {
  limitWork(1);
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

test('refuses no work of few steps, however long it took: then the machine is busy', async t => {
  limitWork(1);
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
  limitWork(1);
  for (let piece = 0; piece < 10; piece++) boundedWork('query', () => spendWork(16_000));
  refusalOf('query', workForever);
  waitPastLimit();
  for (let step = 0; step < 1_000_000; step++) spendWork(1);
  t.equal(
    boundedWork('query', () => 'done'),
    'done',
  );
});
