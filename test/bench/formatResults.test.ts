import { test } from '../support/tap.js';
import type { Figures } from '../../bench/measure/figures.js';
import type { CaseResult } from '../../bench/measure/measureCase.js';
import { formatMix } from '../../bench/report/formatMix.js';
import { formatResults } from '../../bench/report/formatResults.js';

const round = (perSecond: number): Figures => ({
  requests: 100,
  failures: 0,
  refused: 0,
  unsent: 0,
  seconds: 1,
  generatorMicros: 40,
  p50Ms: 2,
  p99Ms: 10,
  maxMs: 20,
  perSecond,
  nodeMicros: 500,
  redisMicros: 125,
  redisMainMicros: 100,
  kinds: [
    { kind: 'search', requests: 10, failures: 1, p50Ms: 5, p99Ms: 9 },
    { kind: 'read', requests: 90, failures: 0, p50Ms: 1, p99Ms: 8 },
  ],
});
const result: CaseResult = {
  name: 'order update, with a name that takes much of the line',
  description: '',
  figures: [round(100), round(300), round(200)],
  reference: [round(400), round(400), round(400)],
  share: { median: 0.5, min: 0.25, max: 0.75 },
  verdict: `MISSED: at least 55 %, is 0.50; ${'ok, p99 at most 4 x p50; '.repeat(10)}`,
};

test('a table fits 120 columns, has no empty column, and notes below the rows', async t => {
  const lines = formatResults([result]).split('\n');
  t.ok(lines.every(line => line.length <= 120));
  t.same(
    lines.slice(0, 3).map(line => line.split(/ {2,}/)),
    [
      ['case, median', 'req/s', 'p50 ms', 'p99 ms', 'node µs', 'redis µs', 'of reference'],
      ['', '(reference)', '400', '2.00', '10.0', '500', '125'],
      [result.name, '200', '2.00', '10.0', '500', '125', '50 (25..75) %'],
    ],
  );
  t.match(lines[3], /^ {4}MISSED: at least 55 %, is 0\.50; ok, /);
  t.match(formatResults([result], { wide: true }), /200 \(100\.\.300\)/);
});

test('peers stand above the case, and below it is how much longer they take and how much more they work', async t => {
  const slow = { ...round(50), p50Ms: 8, p99Ms: 20, nodeMicros: 250, redisMicros: 2_250 };
  const lines = formatResults([{ ...result, peers: { Other: [slow, slow, { ...slow, failures: 1 }] } }]).split('\n');
  t.same(lines[1]!.split(/ {2,}/), ['', '(Other)', '50', '8.00', '20.0', '250', '2250']);
  t.equal(lines[2], '    1 FAILED');
  t.match(lines.join(' ').replaceAll(/\s+/g, ' '), /; Other 4\.0 x p50, 2\.0 x p99, 4\.0 x CPU$/);
});

test('the kinds of a mix are listed by their number, with what a core and the thread of Redis serve', async t => {
  t.same(
    formatMix(result)!
      .split('\n')
      .map(line => line.split(/ {2,}/)),
    [
      [`${result.name}, median (min..max)`, 'of 1,000', 'p50 ms', 'p99 ms', 'failed'],
      ['read', '900', '1.0', '8.0'],
      ['search', '100', '5.0', '9.0', '3'],
      ['mixed requests in a second: 2000 for each core of Node, 10000 for the thread of Redis'],
    ],
  );
});
