import { test } from '../support/tap.js';
import fc from 'fast-check';
import type { Compression } from '../../src/store/ChangeSet.js';
import { compressBody, lengthOfStoredBody, readStoredBody } from '../../src/store/compressedBody.js';

/** Returns a body as the engine writes it: the id and the version come first. */
const bodyOf = (members: object): Buffer =>
  Buffer.from(JSON.stringify({ id: '019aab3c-5d60-7000-8002-1af3d0e1b2c4', version: 1, ...members }));

const lineItem = {
  name: { en: 'Rain jacket', de: 'Regenjacke "blau" \u{1F600}' },
  price: { type: 'centPrecision', currencyCode: 'EUR', centAmount: 12_990, fractionDigits: 2 },
  taxRate: { amount: 0.19, includedInPrice: true, subRates: [] },
};

const read = (stored: Buffer): Buffer => readStoredBody(stored, '{demo}:order:b:1');

interface Row {
  readonly compression: Compression;
  readonly firstByte: number;
  readonly plain: readonly [from: number, to: number];
}

const rows: readonly Row[] = [
  { compression: 'immutable', firstByte: 1, plain: [1, 65] },
  { compression: 'changing', firstByte: 2, plain: [5, 901] },
  { compression: 'shortHead', firstByte: 3, plain: [5, 517] },
];

for (const { compression, firstByte, plain } of rows) {
  test(`gives back the same bytes, and stores much less (${compression})`, t => {
    const body = bodyOf({ type: 'OrderImported', order: { lineItems: Array.from({ length: 60 }, () => lineItem) } });
    const stored = compressBody(body, compression);
    t.strictSame(read(stored), body);
    t.ok(stored.length < body.length / 5, `${stored.length} of ${body.length} bytes`);
    t.equal(stored[0], firstByte, 'no JSON begins with this byte');
    t.throws(() => read(stored.subarray(0, -1)), { message: 'the body at {demo}:order:b:1 is damaged' });
    t.strictSame(
      stored.subarray(...plain),
      body.subarray(0, plain[1] - plain[0]),
      'scripts read and patch these bytes',
    );
    t.end();
  });

  test(`leaves short and long bodies as they are (${compression})`, t => {
    const short = bodyOf({ text: 'x'.repeat(10) });
    t.equal(compressBody(short, compression), short);
    t.equal(read(short), short);
    const long = bodyOf({ text: 'x'.repeat(3_000_000) });
    t.equal(compressBody(long, compression), long);
    t.equal(read(long), long);
    t.end();
  });

  test(`gives back bytes that nothing compresses, and repetitions of all lengths (${compression})`, t => {
    const piece = fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 400 }), fc.integer({ min: 1, max: 60 }));
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 12 }), pieces => {
        const repeated = pieces.flatMap(([bytes, count]) => Array.from({ length: count }, () => bytes));
        const body = Buffer.concat([Buffer.alloc(1_100, '{'), ...repeated]);
        return read(compressBody(body, compression)).equals(body);
      }),
    );
    t.end();
  });
}

test('tells the length of a changing body without decompression', t => {
  const body = bodyOf({ text: 'x'.repeat(40_000) });
  for (const compression of ['changing', 'shortHead'] as const) {
    const stored = compressBody(body, compression);
    t.ok(stored.length < 2_000, `${stored.length} bytes`);
    t.equal(lengthOfStoredBody(stored.subarray(0, 5), stored.length), body.length);
  }
  t.equal(lengthOfStoredBody(body.subarray(0, 5), body.length), body.length);
  t.equal(lengthOfStoredBody(Buffer.alloc(0), 0), 0, 'there is none');
  t.strictSame(read(Buffer.alloc(0)), Buffer.alloc(0));
  t.end();
});
