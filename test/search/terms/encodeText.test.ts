import fc from 'fast-check';
import { test } from '../../support/tap.js';
import { anyCharacter } from '../../support/anyCharacter.js';
import { encodeText, encodeValue } from '../../../src/search/terms/formatTerm.js';

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('a', 'B', '_', '-', '9', ' ', 'é', '😀'),
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }),
  ),
  maxLength: 60,
});

test('encodes with lower-case letters, digits and single underscores only', async t => {
  fc.assert(
    fc.property(text, given => {
      const encoded = encodeText(given);
      return /^[a-z0-9_]*$/.test(encoded) && !encoded.includes('__');
    }),
  );
  t.equal(encodeText('ON-77 Ä'), '_o_n_077_2_9c3_984');
});

test('encodes texts uniquely and keeps prefixes', async t => {
  fc.assert(fc.property(text, text, (one, other) => (one === other) === (encodeText(one) === encodeText(other))));
  fc.assert(fc.property(text, text, (one, other) => encodeText(one + other).startsWith(encodeText(one))));
  fc.assert(
    fc.property(
      text,
      text,
      (one, other) => other.startsWith(one) === encodeText(other).startsWith(encodeText(one)) || encodeText(one) === '',
    ),
  );
  t.not(encodeText('A'), encodeText('a'));
});

test('distinguishes long values by a digest', async t => {
  const long = 'x'.repeat(5_000);
  t.ok(encodeValue(long).length < 100);
  t.not(encodeValue(`${long}a`), encodeValue(`${long}b`));
  t.equal(encodeValue('short'), 'short');
});
