import { test } from '../support/tap.js';
import { type Figures, rangeOf } from '../../bench/measure/figures.js';
import type { CaseResult } from '../../bench/measure/measureCase.js';
import { gateSubjects } from '../../bench/measure/runGate.js';
import { compareGate, gateFaults, gateRatios, type GateRun } from '../../bench/report/gate.js';

const round = (nodeMicros: number, perSecond: number, more: Partial<Figures> = {}): Figures => ({
  requests: 1_000,
  failures: 0,
  refused: 0,
  unsent: 0,
  seconds: 1,
  perSecond,
  p50Ms: 2,
  p99Ms: 8,
  maxMs: 9,
  generatorMicros: 10,
  nodeMicros,
  redisMicros: 5,
  otherCores: 0.01,
  ...more,
});

const resultOf = (figures: readonly Figures[], reference?: readonly Figures[]): CaseResult => ({
  name: 'read',
  description: '',
  figures,
  reference,
  verdict: '',
});

const options = { orders: 10_000, seconds: 4, rounds: 5, workers: '1' };

/** A run of cases whose figures have these rounds; Redis has the same time in all of them. */
const runOf = (
  cases: Readonly<Record<string, readonly [node: number[], rate: number[]]>>,
  otherCores = 0,
): GateRun => ({
  at: '2026-11-29T10:00:00.000Z',
  build: Object.keys(cases).join('+'),
  machine: { node: 'v20.20.2', cores: 2 },
  options,
  otherCores,
  cases: Object.fromEntries(
    Object.entries(cases).map(([name, [node, rate]]) => [
      name,
      { 'node µs': rangeOf(node)!, 'redis µs': rangeOf([1])!, 'req/s': rangeOf(rate)! },
    ]),
  ),
});

const verdictsOf = (text: string): string[] =>
  [...text.matchAll(/(ok|new|unclear|SLOWER|NOT MEASURED)$/gm)].map(([all]) => all);

const baseline = runOf({
  read: [
    [2, 2, 2.04],
    [0.5, 0.5, 0.52],
  ],
});

test('all hot paths are cases with a bare reference and nothing else by turns', t => {
  t.same(
    gateSubjects.map(({ name, reference }) => [name, reference]),
    [
      ['order by id', 'bareRead'],
      ['order update', 'bareWrite'],
      ['query by orderNumber', 'bareRead'],
      ['projection by id, with price', 'bareRead'],
      ['product by id', 'bareRead'],
      ['token: client credentials', 'bareWrite'],
      ['cart creation', 'bareWrite'],
      ['cart, one more line item', 'bareWrite'],
      ['order from cart', 'bareWrite'],
      ['graphql, 20 customers', 'bareRead'],
    ],
  );
  t.end();
});

test('the figures are those of each round divided by the reference of the same round', t => {
  const result = resultOf([round(30, 50), round(66, 120)], [round(15, 100), round(30, 200, { otherCores: 0.4 })]);
  t.same(gateRatios([result]), {
    otherCores: 0.01,
    cases: {
      read: {
        'node µs': { median: 2.1, min: 2, max: 2.2 },
        'redis µs': { median: 1, min: 1, max: 1 },
        'req/s': { median: 0.55, min: 0.5, max: 0.6 },
      },
    },
  });
  const faults: readonly (readonly [CaseResult, string])[] = [
    [resultOf([round(1, 1, { failures: 3 })], [round(1, 1)]), 'read: 3 requests failed'],
    [resultOf([round(1, 1)], [round(1, 1, { failures: 1 })]), 'read: 1 requests failed'],
    [resultOf([round(1, 1)]), 'read: node µs was not measured'],
  ];
  for (const [fault, message] of faults) t.throws(() => gateRatios([fault]), { message });
  t.end();
});

test('a figure is slower if its median and all its rounds are worse than before by more than the tolerance', t => {
  const cases: readonly (readonly [node: number[], rate: number[], verdicts: string[], isPassed: boolean])[] = [
    [[2, 2.09, 2.09], [0.48, 0.5, 0.5], ['ok', 'ok', 'ok'], true],
    [[2.05, 2.12, 2.2], [0.5, 0.5, 0.5], ['SLOWER', 'ok', 'ok'], false],
    [[2.03, 2.12, 2.2], [0.5, 0.5, 0.5], ['unclear', 'ok', 'ok'], true],
    [[1, 1, 1], [0.45, 0.46, 0.49], ['ok', 'ok', 'SLOWER'], false],
    [[1, 1, 1], [0.45, 0.46, 0.51], ['ok', 'ok', 'unclear'], true],
    [[1, 1, 1], [0.9, 0.9, 0.9], ['ok', 'ok', 'ok'], true],
  ];
  for (const [node, rate, verdicts, isPassed] of cases) {
    const found = compareGate(baseline, runOf({ read: [node, rate] }), 0.05);
    t.same([verdictsOf(found.text), found.isPassed], [verdicts, isPassed], `${node.join()} and ${rate.join()}`);
  }
  t.same(verdictsOf(compareGate(baseline, runOf({ read: [[2.3], [0.5]] }), 0.2).text), ['ok', 'ok', 'ok']);
  t.end();
});

test('a case that is no longer measured fails the gate, and so does a busy machine; a new case does not', t => {
  const update = [[4], [0.5]] as const;
  const read = [[2], [0.5]] as const;
  const both = runOf({ read: [[...read[0]], [...read[1]]], update: [[...update[0]], [...update[1]]] });
  const missing = compareGate(both, baseline, 0.05);
  t.same(
    [verdictsOf(missing.text), missing.isPassed],
    [['ok', 'ok', 'ok', 'NOT MEASURED', 'NOT MEASURED', 'NOT MEASURED'], false],
  );
  const added = compareGate(baseline, both, 0.05);
  t.same([verdictsOf(added.text), added.isPassed], [['ok', 'ok', 'ok', 'new', 'new', 'new'], true]);
  for (const [earlier, now] of [
    [0, 0.3],
    [0.3, 0],
  ] as const) {
    const busy = compareGate({ ...baseline, otherCores: earlier }, { ...baseline, otherCores: now }, 0.05);
    t.equal(busy.isPassed, false);
    t.match(busy.text, /other programs used 0\.3 cores, so that this proves nothing\.$/);
  }
  t.end();
});

test('the table names each figure, and the last line says how many are slower', t => {
  const now = {
    ...runOf({
      read: [
        [2.2, 2.2, 2.2],
        [0.5, 0.5, 0.5],
      ],
    }),
    machine: { node: 'v20.20.2', cores: 8 },
  };
  t.same(
    compareGate(baseline, now, 0.05)
      .text.split('\n')
      .map(line => line.split(/ {2,}/)),
    [
      ['times of the reference', 'read', 'read', 'change'],
      ['read', 'node µs', '2.000 (2.000..2.040)', '2.200', '+10.0 %', 'SLOWER'],
      ['', 'redis µs', '1.000', '1.000', '+0.0 %', 'ok'],
      ['', 'req/s', '0.500 (0.500..0.520)', '0.500', '+0.0 %', 'ok'],
      [''],
      [
        'Requests per second may differ because the file is of 2 cores and Node v20.20.2, this run of 8 cores and Node v20.20.2.',
      ],
      ['1 hot paths: 1 figures are slower than in read by more than 5 %, 0 unclear.'],
    ],
  );
  t.end();
});

test('runs of other conditions are not compared', t => {
  t.same(gateFaults(options, { ...options }), []);
  t.same(gateFaults(options, { orders: 100, seconds: 1, rounds: 2 }), [
    'The figures were measured with --orders 10000, this run has 100.',
    'The figures were measured with --seconds 4, this run has 1.',
    'The figures were measured with --rounds 5, this run has 2.',
    'The figures were measured with --workers 1, this run has undefined.',
  ]);
  t.end();
});
