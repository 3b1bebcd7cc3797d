import fc from 'fast-check';
import { test } from '../../support/tap.js';
import { compileWildcard } from '../../../src/search/match/measureExpression.js';
import { rounds } from '../../support/rounds.js';

const escaped = (character: string): string => character.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Returns the same pattern as a regular expression, which is very slow for long patterns. */
const regular = (pattern: string): RegExp =>
  new RegExp(
    `^${Array.from(pattern, character => (character === '*' ? '.+' : character === '?' ? '.' : escaped(character))).join('')}$`,
    'su',
  );

test('matches * with one or more characters, ? with one, and the whole value (SEARCH027)', async t => {
  const matches = (pattern: string, text: string) => compileWildcard(pattern)(text);
  t.ok(matches('ON-*7', 'ON-1237'));
  t.notOk(matches('ON-*', 'ON-'), 'no character is too few');
  t.notOk(matches('ON-?', 'ON-12'), 'two are too many');
  t.ok(matches('?', '😀'), 'a character is one however it is stored');
  t.notOk(matches('*a', 'ab'));
  t.notOk(matches('', 'a'));
  const characters = fc.constantFrom('a', 'b', '*', '?', '😀', '.');
  fc.assert(
    fc.property(
      fc.string({ unit: characters, maxLength: 8 }),
      fc.string({ unit: characters, maxLength: 12 }),
      (pattern, text) => compileWildcard(pattern)(text) === regular(pattern).test(text),
    ),
    { numRuns: rounds(20_000) },
  );
});

test('matches patterns longer than a word of states', async t => {
  const matches = (pattern: string, text: string) => compileWildcard(pattern)(text);
  for (const length of [30, 31, 32, 33, 63, 64, 65, 999]) {
    const text = Array.from({ length }, (_, at) => String.fromCharCode(97 + (at % 26))).join('');
    t.ok(matches(text, text), `the ${length} characters themselves`);
    t.ok(matches(`*${text.slice(1, -1)}*`, text), 'within wildcards');
    t.ok(matches('?'.repeat(length), text), 'as many characters');
    t.notOk(matches('?'.repeat(length), `${text}x`), 'one too many');
    t.notOk(matches(`${text.slice(0, -1)}!`, text), 'another last one');
    t.notOk(matches(`*${text}`, text), 'none for the wildcard');
  }
});

/** Returns the number of steps of a run; a run without an early match depends on the lengths alone. */
const stepsOf = (pattern: string, text: string): number => {
  let steps = 0;
  compileWildcard(pattern, spent => {
    steps += spent;
  })(text);
  return steps;
};

test('takes the same steps for all patterns of a length, however many ways there are to match', async t => {
  const text = 'a'.repeat(65_536);
  const steps = ['*', '*a', '*?', '*aa', '?*a*'].map(part =>
    stepsOf(`*${part.repeat(1_000)}`.slice(0, 999).concat('b'), text),
  );
  t.strictSame(
    steps,
    steps.map(() => 65_536 * (1 + 32 / 8)),
  );
});
