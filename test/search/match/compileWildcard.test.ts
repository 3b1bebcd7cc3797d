import fc from 'fast-check';
import { test } from 'tap';
import { compileWildcard } from '../../../src/search/match/compileWildcard.js';

const escaped = (character: string): string => character.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The same pattern as a regular expression, which can take very long for long patterns. */
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
    { numRuns: 20_000 },
  );
});

test('matches a pattern with many wildcards in limited time', async t => {
  t.notOk(compileWildcard(`${'*a'.repeat(100)}b`)('a'.repeat(20_000)));
});
