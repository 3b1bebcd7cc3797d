import { test } from '../support/tap.js';
import { type Figures, rangeOf } from '../../bench/measure/figures.js';
import type { CaseResult } from '../../bench/measure/measureCase.js';
import { findSlower, formatSlower, type SavedRun } from '../../bench/report/findSlower.js';

const round = (nodeMicros: number): Figures => ({
  requests: 1_000,
  failures: 0,
  refused: 0,
  unsent: 0,
  seconds: 1,
  perSecond: 1_000,
  p50Ms: 2,
  p99Ms: 8,
  maxMs: 9,
  generatorMicros: 10,
  nodeMicros,
  redisMicros: 5,
  redisCommands: 1,
});

const resultOf = (name: string, nodeMicros: readonly number[], share?: CaseResult['share']): CaseResult => ({
  name,
  description: '',
  figures: nodeMicros.map(round),
  share,
  verdict: '',
});

const earlierRun = (...results: CaseResult[]): SavedRun => ({ at: '2026-11-22T10:00:00.000Z', results });

test('a range has the middle of an even number of values, and leaves out what was not measured', t => {
  t.same(rangeOf([4, undefined, 1, 3, 2]), { median: 2.5, min: 1, max: 4 });
  t.equal(rangeOf([undefined]), undefined);
  t.end();
});

test('a figure that is worse by more than the spread of both runs is slower', t => {
  const earlier = earlierRun(resultOf('read', [19, 20, 22]));
  t.same(findSlower(earlier, [resultOf('read', [23, 24, 25])]), [
    {
      name: 'read',
      figure: 'Node µs',
      before: { median: 20, min: 19, max: 22 },
      after: { median: 24, min: 23, max: 25 },
    },
  ]);
  t.same(findSlower(earlier, [resultOf('read', [20, 22, 23])]), [], 'within the spread of the earlier run');
  t.same(findSlower(earlier, [resultOf('read', [20, 24, 30])]), [], 'within the spread of this run');
  t.same(findSlower(earlier, [resultOf('read', [10, 10, 10])]), [], 'faster');
  t.end();
});

test('a case with a reference is compared by its share, and a case of only one run is left out', t => {
  const share = (median: number) => ({ median, min: median - 0.01, max: median + 0.01 });
  const earlier = earlierRun(resultOf('update', [20], share(0.6)), resultOf('removed', [1]));
  const found = findSlower(earlier, [resultOf('update', [20], share(0.5)), resultOf('added', [99])]);
  t.same(
    found.map(({ name, figure }) => [name, figure]),
    [['update', 'share of the reference']],
  );
  t.equal(
    formatSlower(found, earlier),
    'slower by more than the spread since 2026-11-22T10:00:00.000Z:\n' +
      '  SLOWER update: share of the reference 0.60 -> 0.50',
  );
  t.equal(formatSlower([], earlier), 'nothing became slower by more than the spread since 2026-11-22T10:00:00.000Z');
  t.end();
});
