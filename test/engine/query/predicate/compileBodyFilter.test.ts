/** A filter of bytes answers as the predicate does that it stands for. */
import fc from 'fast-check';
import { test } from '../../../support/tap.js';
import { readMembers } from '../../../../src/engine/document/readMembers.js';
import { storedMembers } from '../../../../src/engine/query/memberReader.js';
import { compileBodyFilter } from '../../../../src/engine/query/predicate/compileBodyFilter.js';
import type { Predicate } from '../../../../src/engine/query/predicate/Predicate.js';
import { requiredBytes } from '../../../../src/engine/query/predicate/requiredBytes.js';
import { likelyPredicate, likelyResource } from './arbitraries.js';
import { evaluate } from './evaluate.js';
import { parseWith } from './parseWith.js';
import { rounds } from '../../../support/rounds.js';

const bodyOf = (resource: unknown): Buffer => Buffer.from(JSON.stringify(resource));
const copyOf = (members: object | undefined) => members && { ...members };

test('a filter passes the bodies of the resources that match', async t => {
  const counts = { matching: 0, excluded: 0, parsed: 0 };
  fc.assert(
    fc.property(likelyPredicate, likelyResource, (predicate, resource) => {
      const body = bodyOf(resource);
      const isMatch = evaluate(predicate, JSON.parse(body.toString()));
      const isExcluded = requiredBytes(predicate)?.(body) === false;
      counts[isMatch ? 'matching' : isExcluded ? 'excluded' : 'parsed']++;
      return (compileBodyFilter(predicate, storedMembers)(body) !== undefined) === isMatch;
    }),
    { numRuns: rounds(10_000) },
  );
  t.ok(Math.min(...Object.values(counts)) > rounds(500), JSON.stringify(counts));
});

test('a filter reads the members that the caller wants, and those of the predicate', async t => {
  const body = bodyOf({ id: '1', state: 'Open', lines: [{ sku: 'a' }], note: 'x' });
  const predicate: Predicate = { kind: 'compare', field: 'state', operator: '=', value: 'Open' };
  t.same(copyOf(compileBodyFilter(predicate, storedMembers, ['id'])(body)), { id: '1', state: 'Open' });
  t.same(copyOf(compileBodyFilter(undefined, storedMembers, ['lines', 'missing'])(body)), { lines: [{ sku: 'a' }] });
  t.equal(compileBodyFilter({ ...predicate, value: 'Closed' }, storedMembers, ['id'])(body), undefined);
});

test('reads members of any JSON text', async () => {
  const name = fc.constantFrom('id', 'version', 'lineItems', 'custom', 'orderNumber', 'constructor');
  fc.assert(
    fc.property(
      fc.dictionary(name, fc.jsonValue({ stringUnit: 'binary', maxDepth: 3 })),
      fc.uniqueArray(name),
      (resource, names) => {
        const parsed = JSON.parse(JSON.stringify(resource)) as Record<string, unknown>;
        const wanted = Object.fromEntries(
          Object.entries(parsed).filter(([each]) => (names as string[]).includes(each)),
        );
        return JSON.stringify(readMembers(bodyOf(resource), new Set(names))) === JSON.stringify(wanted);
      },
    ),
    { numRuns: rounds(2_000) },
  );
});

test('searches only for texts that a matching body must contain', async t => {
  const excludes = (where: string, resource: object): boolean => {
    const mayMatch = requiredBytes(parseWith(where));
    return mayMatch !== undefined && !mayMatch(bodyOf(resource));
  };
  const order = { at: '2024-01-01T00:00:00.000Z', count: 1, tags: ['a', 'b"\\ü'] };
  t.notOk(excludes('at = "2024-01-01T01:00:00+01:00"', order), 'a time in another form');
  t.notOk(excludes('count = 1.0', order), 'a number in another form');
  t.notOk(excludes('tags contains all ("a", "b\\"\\\\\\u00fc")', order), 'a text with escapes');
  t.notOk(excludes('note is not defined or tags = "z"', order), 'an alternative that requires nothing');
  t.notOk(excludes('not(tags = "z") and note != "z"', order), 'negations');
  t.ok(excludes('tags = "z"', order));
  t.ok(excludes('count = 1 and tags in ("y", "z")', order));
  t.ok(excludes('custom(fields(a is not defined))', order));
});
