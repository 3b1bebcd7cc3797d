import { test } from '../../support/tap.js';
import { timeWindows } from '../../../src/search/run/findCandidates.js';

test('covers all time with consecutive windows, the newest first', async t => {
  t.same(timeWindows([30, 20]), [
    { from: 30, to: Infinity },
    { from: 20, to: 29 },
    { from: -Infinity, to: 19 },
  ]);
  t.same(timeWindows([]), [{ from: -Infinity, to: Infinity }]);
});
