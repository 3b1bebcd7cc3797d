import fc from 'fast-check';
import { test } from '../../support/tap.js';
import { toJsonText } from '../../../src/engine/document/toJsonText.js';
import { rounds } from '../../support/rounds.js';
import { anyCharacter } from '../../support/anyCharacter.js';

const plain = fc.oneof(
  fc.jsonValue(),
  fc.double(),
  fc.integer(),
  fc.string({ unit: anyCharacter, maxLength: 600 }),
  fc.constantFrom(undefined, -0, Number.NaN, Infinity, 2 ** 53, 1e21, '\u2028', '\ud800', 'é', '\\', '"', '\n', '\x7f'),
);

test('writes the same JSON as JSON.stringify', async () => {
  fc.assert(
    fc.property(plain, value => toJsonText(value) === JSON.stringify(value)),
    { numRuns: rounds(5_000) },
  );
});
