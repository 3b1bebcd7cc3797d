import { test } from '../support/tap.js';
import { linearAxis, logarithmicAxis } from '../../bench/pictures/axisTicks.js';
import { chartPage } from '../../bench/pictures/chartPages.js';
import { drawPage } from '../../bench/pictures/drawPage.js';
import { rangeOf } from '../../bench/measure/Range.js';
import { scaleParts } from '../../bench/scale/runScale.js';

test('axes end at or above the largest value, in round steps', t => {
  t.same(linearAxis(42), [0, 10, 20, 30, 40, 50]);
  t.same(linearAxis(5), [0, 1, 2, 3, 4, 5]);
  t.same(linearAxis(0), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  t.same(logarithmicAxis(3, 900), [1, 10, 100, 1_000]);
  t.same(logarithmicAxis(10, 10), [10, 100]);
  t.end();
});

test('a range has the middle of an even number of values, and leaves out what was not measured', t => {
  t.same(rangeOf([4, undefined, 1, 3, 2]), { median: 2.5, min: 1, max: 4 });
  t.equal(rangeOf([undefined]), undefined);
  t.end();
});

const figures = {
  requests: 10,
  failures: 0,
  seconds: 1,
  perSecond: 10,
  p50Ms: 1,
  p99Ms: 2,
  nodeMicros: 20,
  redisMicros: 5,
  redisMainMicros: 4,
  redisCommands: 1,
  loadAverage: 0,
};

for (const { name, unit } of scaleParts)
  test(`the curve over ${unit} has a picture that names its axes`, t => {
    const loads = [{ name: 'reads & <writes>', figures: [figures, { ...figures, nodeMicros: 30 }] }];
    const points = [10_000, 1_000_000].map(count => ({ count, loads, values: { usedBytesPerOrder: 5_000 } }));
    const page = chartPage({ at: '', part: name, points });
    t.match(page, { points: ['10k', '1M'] });
    const picture = page === undefined ? '' : drawPage(page);
    t.match(picture, /^<svg .*viewBox.*<\/svg>\n$/s);
    t.match(picture, 'µs per request');
    t.match(picture, 'reads &amp; &lt;writes>');
    t.match(picture, 'prefers-color-scheme:dark');
    t.notMatch(picture, /NaN|undefined|Infinity/);
    t.end();
  });

test('a part without pictures has none', t => {
  t.equal(chartPage({ at: '', part: 'other', points: [] }), undefined);
  t.end();
});
