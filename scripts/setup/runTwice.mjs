/** More than that is no accident of timing. */
const triedAgainMax = 3;

const sumOf = (first, second) => {
  const counts = { ...first.counts };
  for (const { passed, failed } of first.failedFiles.values()) {
    counts.passed -= passed;
    counts.failed -= failed;
  }
  counts.passed += second.counts.passed;
  counts.failed += second.counts.failed;
  return counts;
};

const missingOf = (files, { files: seen }) => files.filter(file => !seen.has(file));

/** A run whose runner died says nothing of the files it did not come to: it has failed, whatever the others did. */
const whole = (files, ran, print) => {
  const missing = missingOf(files, ran);
  if (missing.length === 0) return ran;
  print(`\n${missing.length} of ${files.length} files never came to an end: ${missing.join(' ')}`);
  return { ...ran, code: ran.code || 1 };
};

/**
 * Few files that failed beside others are run once more, one after the other: tests of time-outs, crashes and elections
 * depend on a machine that others may use. A file that fails again has failed; one that passes then is named.
 * `run` is given files and what else is in their environment.
 */
export const runTwice = async (files, run, print) => {
  const first = await run(files, {});
  const again = [...first.failedFiles.keys()];
  if (missingOf(files, first).length > 0 || again.length === 0 || again.length > triedAgainMax || files.length === 1)
    return whole(files, first, print);
  print(`\nfailed beside others, tried again alone: ${again.join(' ')}\n`);
  const second = await run(again, { TEST_JOBS: '1' });
  const passedNow = again.filter(file => second.files.has(file) && !second.failedFiles.has(file));
  if (passedNow.length > 0) print(`\npassed at the second try only: ${passedNow.join(' ')}`);
  return { counts: sumOf(first, second), code: whole(again, second, print).code };
};
