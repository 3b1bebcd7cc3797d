import { test } from '../../support/tap.js';
import { allocateShortLived, encodeShortLived } from '../../../src/base/memory/shortLivedBytes.js';

const texts = ['', 'a', 'é€\u{1F600}', '\ud800 alone', 'long '.repeat(4_000), '€'.repeat(21_845), '€'.repeat(21_846)];

test('encodes texts of all lengths as Buffer.from does', t => {
  for (const text of texts) t.strictSame(encodeShortLived(text), Buffer.from(text));
  t.end();
});

test('gives each piece bytes of its own, also where a slab ends', t => {
  const lengths = [1, 65_000, 0, 65_536, 65_537, 200_000, 7, 40_000, 40_000, 40_000, 40_000, 40_000];
  const pieces = lengths.map((length, index) => ({ index, piece: allocateShortLived(length).fill(index) }));
  const encoded = texts.map(encodeShortLived);
  for (const { index, piece } of pieces) t.strictSame(piece, Buffer.alloc(lengths[index]!, index));
  t.strictSame(
    encoded,
    texts.map(text => Buffer.from(text)),
  );
  t.end();
});
