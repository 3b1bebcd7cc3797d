import fc from 'fast-check';
import { compressSync } from 'lz4-napi';
import { test } from '../support/tap.js';
import { bodyDictionary } from '../../src/store/bodyDictionary.js';
import { decompressBlock, dictionaries } from '../../src/store/decompressBlock.js';
import { rounds } from '../support/rounds.js';

const blockOf = (bytes: Buffer): Buffer => compressSync(bytes, bodyDictionary);

/** Returns a copy of the result of decompressBlock, or its error. */
const result = (block: Buffer, blockStart = 0): Buffer | string => {
  try {
    return Buffer.from(decompressBlock(block, blockStart, dictionaries.bodies));
  } catch (error) {
    return (error as Error).message;
  }
};

const damaged = 'no block of LZ4 with its dictionary';

/** Generates bytes that repeat at all distances, and pieces of the dictionary. */
const compressible = fc
  .array(
    fc.oneof(
      fc
        .tuple(fc.uint8Array({ minLength: 1, maxLength: 30 }), fc.integer({ min: 1, max: 400 }))
        .map(([bytes, count]) => Buffer.concat(Array.from({ length: count }, () => bytes))),
      fc.uint8Array({ minLength: 1, maxLength: 600 }).map(bytes => Buffer.from(bytes)),
      fc
        .tuple(fc.nat(bodyDictionary.length), fc.integer({ min: 1, max: 600 }))
        .map(([from, length]) => bodyDictionary.subarray(from, from + length)),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map(pieces => Buffer.concat(pieces).subarray(0, 60_000));

test('decompresses what the library compresses', t => {
  fc.assert(
    fc.property(compressible, bytes => {
      t.strictSame(result(blockOf(bytes)), bytes);
    }),
    { numRuns: rounds(500) },
  );
  t.end();
});

test('begins where the block begins', t => {
  const bytes = Buffer.from('{"orderState":"Open"}'.repeat(20));
  t.strictSame(result(Buffer.concat([Buffer.from('plain'), blockOf(bytes)]), 5), bytes);
  t.end();
});

test('refuses a block that ends early or holds more or less than it says', t => {
  const bytes = Buffer.from('{"orderState":"Open","lineItems":[]}'.repeat(20));
  const block = blockOf(bytes);
  for (let length = 0; length < block.length; length++) t.equal(result(block.subarray(0, length)), damaged);
  t.equal(result(Buffer.concat([block, Buffer.from('}')])), damaged);
  for (const said of [0, bytes.length - 1, bytes.length + 1, 65_537, 0xffff_ffff]) {
    const wrong = Buffer.from(block);
    wrong.writeUInt32LE(said);
    t.equal(result(wrong), damaged, `says ${said} bytes`);
  }
  t.equal(result(Buffer.alloc(65_537)), damaged);
  t.end();
});

test('stays within its memory whatever a damaged block contains', t => {
  const bytes = Buffer.from('{"orderState":"Open","lineItems":[{"quantity":1}]}'.repeat(40));
  const block = blockOf(bytes);
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(block.length - 1), fc.nat(255)), { minLength: 1, maxLength: 5 }), changes => {
      const wrong = Buffer.from(block);
      for (const [at, byte] of changes) wrong[at] = byte;
      const found = result(wrong);
      t.ok(found === damaged || found.length === wrong.readUInt32LE(), String(found));
      t.strictSame(result(block), bytes, 'the dictionary is as it was');
    }),
    { numRuns: rounds(500) },
  );
  t.end();
});
