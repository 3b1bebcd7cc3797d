/**
 * Counts the tests of a raw TAP stream: the points directly below each file, which are the titled tests. A file that ends
 * without a point of its own (it crashed, or timed out) counts by its own line.
 */
export const countPoints = raw => {
  const counts = { passed: 0, failed: 0 };
  const count = isOk => { counts[isOk ? 'passed' : 'failed']++; };
  let below = 0;
  for (const line of raw.split('\n')) {
    const [, indent, no] = /^( *)(not )?ok \d+/.exec(line) ?? [];
    if (indent === undefined || / # SKIP/i.test(line)) continue;
    if (indent.length === 4) {
      below++;
      count(no === undefined);
    } else if (indent.length === 0) {
      if (below === 0 || (no !== undefined && counts.failed === 0)) count(no === undefined);
      below = 0;
    }
  }
  return counts;
};
