import { test } from 'tap';
import fc from 'fast-check';
import { compressBody, readStoredBody } from '../../src/store/compressedBody.js';

/** A body of the engine: the id and the version come first. */
const bodyOf = (members: object): Buffer =>
  Buffer.from(JSON.stringify({ id: '019aab3c-5d60-7000-8002-1af3d0e1b2c4', version: 1, ...members }));

const lineItem = {
  name: { en: 'Rain jacket', de: 'Regenjacke "blau" \u{1F600}' },
  price: { type: 'centPrecision', currencyCode: 'EUR', centAmount: 12_990, fractionDigits: 2 },
  taxRate: { amount: 0.19, includedInPrice: true, subRates: [] },
};

test('gives back the same bytes, and stores much less', t => {
  const body = bodyOf({ type: 'OrderImported', order: { lineItems: Array.from({ length: 20 }, () => lineItem) } });
  const stored = compressBody(body);
  t.strictSame(readStoredBody(stored), body);
  t.ok(stored.length < body.length / 5, `${stored.length} of ${body.length} bytes`);
  t.equal(stored[0], 1, 'no JSON begins with this byte');
  t.equal(stored.subarray(1, 65).toString(), body.subarray(0, 64).toString(), 'commit.lua finds the version');
  t.end();
});

test('leaves short and long bodies as they are', t => {
  const short = bodyOf({ text: 'x'.repeat(10) });
  t.equal(compressBody(short), short);
  t.equal(readStoredBody(short), short);
  const long = bodyOf({ text: 'x'.repeat(3_000_000) });
  t.equal(compressBody(long), long);
  t.equal(readStoredBody(long), long);
  t.strictSame(readStoredBody(Buffer.alloc(0)), Buffer.alloc(0));
  t.end();
});

test('gives back bytes that nothing compresses, and repetitions of all lengths', t => {
  const piece = fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 400 }), fc.integer({ min: 1, max: 60 }));
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 12 }), pieces => {
      const repeated = pieces.flatMap(([bytes, count]) => Array.from({ length: count }, () => bytes));
      const body = Buffer.concat([Buffer.alloc(1_100, '{'), ...repeated]);
      return readStoredBody(compressBody(body)).equals(body);
    }),
  );
  t.end();
});
