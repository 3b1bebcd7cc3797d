import { test } from 'tap';
import { matchWhole } from '../support/matchWhole.js';

interface Counts {
  passed: number;
  failed: number;
}
interface Digest {
  read(line: string): void;
  readonly counts: Counts;
}
const { createDigest } = (await import(new URL('../../../scripts/setup/digest.mjs', import.meta.url).href)) as {
  readonly createDigest: (print: (line: string) => void) => Digest;
};

const digestOf = (tap: string) => {
  const printed: string[] = [];
  const digest = createDigest(line => printed.push(line));
  tap.split('\n').forEach(line => digest.read(line));
  return { ...digest.counts, printed };
};

test('counts tests with a title, and not their assertions', async t => {
  t.same(
    digestOf(`TAP version 14
# Subtest: a.test.js
    # Subtest: first
        ok 1 - should be equal
        ok 2 - should be equal
        1..2
    ok 1 - first # time=1ms
    ok 2 - second # time=1ms
    1..2
ok 1 - a.test.js # time=2ms
1..1`),
    { passed: 2, failed: 0, printed: ['ok a.test.js # time=2ms'] },
  );
});

test('prints a failure with its details', async t => {
  const { passed, failed, printed } = digestOf(`    # Subtest: broken
        not ok 1 - should be equal
          ---
          diff: x
          ...
        ok 2 - fine
    not ok 1 - broken
    ok 2 - other
not ok 1 - b.test.js # time=3ms`);
  t.same([passed, failed], [1, 1]);
  t.ok(printed.includes('          diff: x'));
  t.notOk(printed.some(line => line.includes('fine')));
});

test('counts a file that crashed or timed out as one failure, and a skipped test not at all', async t => {
  matchWhole(t, digestOf('not ok 1 - c.test.js'), { passed: 0, failed: 1 });
  matchWhole(t, digestOf('    ok 1 - first\nnot ok 1 - timeout.test.js'), { passed: 1, failed: 1 });
  matchWhole(t, digestOf('    ok 1 - later # SKIP\n    ok 2 - now\nok 1 - d.test.js'), { passed: 1, failed: 0 });
});
