import fc from 'fast-check';
import { test } from '../../support/tap.js';
import { parseJson } from '../../../src/engine/document/json.js';
import { rounds } from '../../support/rounds.js';

/** Parts of a JSON string: both halves of surrogate pairs as escapes, whole pairs, and texts that look like escapes. */
const parts = [
  '\\uD83D',
  '\\uDE00',
  '\\ud800',
  '\\uDFFF',
  '\\u0041',
  '\\\\',
  '\\n',
  '\\"',
  'uD83D',
  'a',
  'é',
  '😀',
  '\\uFFFF',
];

test('refuses exactly the JSON texts with half of a surrogate pair (ERR080)', t => {
  const json = fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map(all => `"${all.join('')}"`);
  fc.assert(
    fc.property(json, json, (name, value) => {
      const text = `{${name}:[${value}]}`;
      const parsed = JSON.parse(text) as Record<string, string[]>;
      const isWellFormed = Object.entries(parsed)
        .flat(2)
        .every(each => each.isWellFormed());
      if (isWellFormed) t.same(parseJson(text), parsed, text);
      else t.throws(() => parseJson(text), { name: 'SyntaxError', message: /half of a surrogate pair/ }, text);
    }),
    { numRuns: rounds(500), seed: 1 },
  );
  t.end();
});

test('looks at no text that is no JSON', t => {
  t.throws(() => parseJson('{"a":"\\uD83D"'), { name: 'SyntaxError', message: /JSON/ });
  t.throws(() => parseJson('\\uD83D'), { name: 'SyntaxError', message: /JSON/ });
  t.end();
});
