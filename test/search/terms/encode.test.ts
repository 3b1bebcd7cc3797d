import fc from 'fast-check';
import { test } from 'tap';
import { encode, encodeWhole } from '../../../src/search/terms/encode.js';

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('a', 'B', '_', '-', '9', ' ', 'é', '😀'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 60,
});

test('a term holds lower-case letters, digits and underscores alone, and never two underscores in a row', async t => {
  fc.assert(
    fc.property(text, given => {
      const encoded = encode(given);
      return /^[a-z0-9_]*$/.test(encoded) && !encoded.includes('__');
    }),
  );
  t.equal(encode('ON-77 Ä'), '_o_n_077_2_9c3_984');
});

test('different texts have different terms, and one that begins another also does so encoded', async t => {
  fc.assert(fc.property(text, text, (one, other) => (one === other) === (encode(one) === encode(other))));
  fc.assert(fc.property(text, text, (one, other) => encode(one + other).startsWith(encode(one))));
  fc.assert(
    fc.property(
      text,
      text,
      (one, other) => other.startsWith(one) === encode(other).startsWith(encode(one)) || encode(one) === '',
    ),
  );
  t.not(encode('A'), encode('a'));
});

test('long values are told apart by a digest', async t => {
  const long = 'x'.repeat(5_000);
  t.ok(encodeWhole(long).length < 100);
  t.not(encodeWhole(`${long}a`), encodeWhole(`${long}b`));
  t.equal(encodeWhole('short'), 'short');
});
