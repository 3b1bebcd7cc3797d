/** Behind the name of a file stands the time it took. */
const nameOf = title => title.split(' ', 1)[0];

/**
 * Takes a raw TAP stream line by line and says what a reader wants to know: one line a file, and all of what failed.
 * It counts titled tests, the points directly below each file; a file that ends without a point of its own (it crashed, or
 * timed out) counts by its own line.
 */
export const createDigest = print => {
  const counts = { passed: 0, failed: 0 };
  /** Files that came to an end. */
  const files = new Set();
  /** Files that failed: name to `{ passed, failed }`. */
  const failedFiles = new Map();
  const ofFile = { passed: 0, failed: 0 };
  let isDetail = false;

  const endFile = (isOk, title) => {
    if (ofFile.passed + ofFile.failed === 0 || (!isOk && ofFile.failed === 0)) ofFile[isOk ? 'passed' : 'failed']++;
    print(`${isOk ? 'ok' : 'FAILED'} ${title}`);
    if (!isOk) failedFiles.set(nameOf(title), { ...ofFile });
    for (const kind of ['passed', 'failed']) {
      counts[kind] += ofFile[kind];
      ofFile[kind] = 0;
    }
  };

  const read = line => {
    const [, indent, no, title] = /^( *)(not )?ok \d+ - (.*?)(?: \{)?$/.exec(line) ?? [];
    if (indent === undefined) {
      if (isDetail) print(line);
      if (/^ *\.\.\.$/.test(line)) isDetail = false;
      return;
    }
    isDetail = no !== undefined;
    if (indent === '') files.add(nameOf(title));
    if (/ # SKIP/i.test(title)) return;
    if (indent === '') return endFile(no === undefined, title);
    if (isDetail) print(line);
    if (indent.length === 4) ofFile[no === undefined ? 'passed' : 'failed']++;
  };
  return { read, counts, files, failedFiles };
};
