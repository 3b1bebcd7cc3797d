import { test } from 'tap';
import { timeWindows } from '../../../src/search/run/timeWindows.js';

test('stretches of time follow one another without a gap, from the newest to the oldest', async t => {
  t.same(timeWindows([30, 20]), [
    { from: 30, to: Infinity },
    { from: 20, to: 29 },
    { from: -Infinity, to: 19 },
  ]);
  t.same(timeWindows([]), [{ from: -Infinity, to: Infinity }]);
});
