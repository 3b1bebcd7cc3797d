import fc from 'fast-check';
import { test } from '../../../support/tap.js';
import { predicateCharactersMax } from '../../../../src/engine/query/predicate/predicateLimits.js';
import { parseSortKey } from '../../../../src/engine/query/predicate/parseSortKey.js';
import { ApiError } from '../../../../src/errors/ApiError.js';
import { parseWith } from './parseWith.js';
import { rounds } from '../../../support/rounds.js';
import { anyCharacter } from '../../../support/anyCharacter.js';

const words = [
  'a',
  '`',
  '"',
  '\\',
  '(',
  ')',
  ',',
  '=',
  '<>',
  ' and ',
  ' or ',
  'not ',
  ' in ',
  ' is ',
  ' contains any ',
  'circle',
  ':v',
  ':v,',
  '1',
  '-',
  '.',
  'e',
  '\n',
  '🦆',
  '\0',
];
const text = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.array(fc.constantFrom(...words), { maxLength: 40 }).map(parts => parts.join('')),
);

const refusesOrReturns = (run: () => unknown): void => {
  try {
    run();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
};

test('parses any text or refuses it with an ApiError', async () => {
  fc.assert(
    fc.property(text, text, (where, v) => refusesOrReturns(() => parseWith(where, { v }))),
    { numRuns: rounds(5000) },
  );
  fc.assert(
    fc.property(text, sort => refusesOrReturns(() => parseSortKey(sort))),
    { numRuns: rounds(1000) },
  );
});

// A linear parser takes milliseconds for these lengths; a quadratic one would take seconds.
const quickMs = 1000;
/** Processor time: other programs on the machine do not count. */
const processorMs = (since: NodeJS.CpuUsage): number => process.cpuUsage(since).user / 1000;
const full = (part: string): string => part.repeat(Math.floor(predicateCharactersMax / part.length));

test('parses the most expensive texts of full length quickly', async t => {
  const worst = [
    '"',
    '"\\',
    '"\\"',
    '`',
    '`a`',
    '(',
    'a(',
    'not ',
    'a=1 or ',
    'a in(',
    'a in("x"',
    '1',
    '1e',
    '-',
    '\n',
    ' ',
    ':',
    'a',
    'a-',
    'a=:v or ',
    'a in :v or ',
  ];
  for (const part of worst) {
    const start = process.cpuUsage();
    for (const v of worst) refusesOrReturns(() => parseWith(full(part), { v: full(v) }));
    refusesOrReturns(() => parseWith(`a in (${full(part)}`.slice(0, predicateCharactersMax)));
    t.ok(processorMs(start) < quickMs, `${part} ${processorMs(start)} ms`);
  }
});
