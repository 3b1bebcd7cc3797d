/** The title of a file is its name, followed by the time that it took. */
const fileName = title => title.split(' ', 1)[0];

/**
 * Summarizes a TAP stream, line by line: prints one line for each file, and the details of failures. Counts tests with
 * a title, which are the points directly below a file; a file without such points (it crashed, or timed out) counts as
 * one.
 */
export const createDigest = print => {
  const counts = { passed: 0, failed: 0 };
  /** Files that finished. */
  const files = new Set();
  const ofFile = { passed: 0, failed: 0 };
  let isDetail = false;

  const endFile = (isOk, title) => {
    if (ofFile.passed + ofFile.failed === 0 || (!isOk && ofFile.failed === 0)) ofFile[isOk ? 'passed' : 'failed']++;
    print(`${isOk ? 'ok' : 'FAILED'} ${title}`);
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
    if (indent === '') files.add(fileName(title));
    if (/ # SKIP/i.test(title)) return;
    if (indent === '') return endFile(no === undefined, title);
    if (isDetail) print(line);
    if (indent.length === 4) ofFile[no === undefined ? 'passed' : 'failed']++;
  };
  return { read, counts, files };
};
