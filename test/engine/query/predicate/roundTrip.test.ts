import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from '../../../support/tap.js';
import { anyPredicate } from './arbitraries.js';
import { parseWith } from './parseWith.js';
import { printPredicate } from './printPredicate.js';
import { rounds } from '../../../support/rounds.js';

test('parses a printed predicate to the same predicate', async () => {
  fc.assert(
    fc.property(anyPredicate, predicate => {
      assert.deepStrictEqual(parseWith(printPredicate(predicate)), predicate);
    }),
    { numRuns: rounds(500) },
  );
});
