import { setTimeout } from 'node:timers/promises';
import { test } from '../../support/tap.js';
import { LastingConditions } from '../../../src/server/monitoring/LastingConditions.js';
import { type LogLine, logTo, storyOf } from '../../support/loggedServer.js';
import { waitUntil } from '../../support/waitUntil.js';

test('logs a condition when it begins, at intervals with its latest words, and once when it is over', async t => {
  const lines: LogLine[] = [];
  const conditions = new LastingConditions(logTo(lines), { reminderMs: 30, quietMs: 10 });
  const end = () => ({ message: 'over', fields: { count: 9 } });
  conditions.miss('other', end);
  let seen = 0;
  await waitUntil(() => {
    seen++;
    conditions.see('away', () => ({ message: `away ${Math.min(lines.length, 2)}`, fields: { seen } }));
    return lines.length === 3;
  });
  conditions.miss('away', end);
  t.same(conditions.keys, ['away'], 'it is not over before it was quiet');
  await setTimeout(20);
  conditions.miss('away', end);
  conditions.miss('away', end);
  t.same(storyOf(lines), ['error: away 0', 'error: away 1', 'error: away 2', 'warn: over']);
  t.same([lines[0]?.seen, lines.at(-1)?.count, conditions.has('away')], [1, 9, false]);
});
