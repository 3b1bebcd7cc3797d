import { toSourcePositions } from './sourcePositions.mjs';

/**
 * Returns `test/a.test.ts:3:1` of the innermost line of a stack trace in a test file, or else of the innermost line.
 */
const positionIn = stack => {
  const positions = stack.match(/\b(?:test|src|bench|faults)\/[^\s()]+\.ts:\d+:\d+/g) ?? [];
  return positions.find(each => /\.test\.ts:/.test(each)) ?? positions[0];
};

/** Matches lines of a stack trace that belong to the runner. */
const ofRunner = /(?:test\/support\/tap\.ts|scripts\/test\/\w+\.mjs):/;

const stackOf = ({ stack = '', at }) =>
  toSourcePositions(
    stack === '' && at?.fileName !== undefined ? `${at.fileName}:${at.lineNumber}:${at.columnNumber}` : stack,
  )
    .split('\n')
    .filter(line => !ofRunner.test(line))
    .join('\n');

/** Members that tap adds to the details of an assertion, besides the values. */
const hidden = new Set(['at', 'compare', 'diff', 'source', 'stack', 'tapCaught', 'test']);

/** Describes a failed assertion as texts only, as a message that another process prints. */
const describe = ({ name, fullname, diag }, file, inspect) => {
  const details = diag || {};
  const stack = stackOf(details);
  const isShown = key => !hidden.has(key) && !(details.diff && /^(?:found|wanted)$/.test(key));
  return {
    title: fullname.slice(file.length, -name.length || undefined).replace(/^ > | > $/g, ''),
    message: name,
    at: positionIn(stack),
    stack,
    details: [
      ...(details.diff ? [details.diff.trimEnd()] : []),
      ...Object.entries(details)
        .filter(([key]) => isShown(key))
        .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : inspect(value)}`),
    ].join('\n'),
  };
};

/** Lists the failed assertions of a file, whose test is `test`. `inspect` formats a value as text. */
export const collectFailures = (test, inspect) => test.lists.fail.map(result => describe(result, test.name, inspect));
