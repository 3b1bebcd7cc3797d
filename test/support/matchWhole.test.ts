import { test } from './tap.js';
import { matchWhole } from './matchWhole.js';

const passes = (found: unknown, expected: unknown): boolean => {
  let passed = false;
  matchWhole({ pass: () => (passed = true), fail: () => undefined }, found, expected);
  return passed;
};

const passing: readonly (readonly [string, unknown, unknown])[] = [
  ['equal lists', { list: [{ a: 1, b: 2 }] }, { list: [{ a: 1 }] }],
  ['a text that a regular expression matches', { text: 'one two' }, { text: /^one/ }],
  ['a value of a type', { text: 'one' }, { text: String }],
  ['an absent member', { a: 1 }, { a: 1, b: undefined }],
  [
    'an error with all its members, whatever its message',
    { errors: [{ code: 'A', message: 'm' }] },
    { errors: [{ code: 'A' }] },
  ],
];

const failing: readonly (readonly [string, unknown, unknown])[] = [
  ['a surplus entry of a list', [1, 2], [1]],
  ['a missing entry of a list', [1], [1, 2]],
  ['a part of a text', { text: 'one two' }, { text: 'one' }],
  ['another value within a list', [{ a: 1 }], [{ a: 2 }]],
  [
    'a member of an error that is not named',
    { errors: [{ code: 'A', message: 'm', field: 'f' }] },
    { errors: [{ code: 'A' }] },
  ],
  ['a value in place of an absent member', { a: 1 }, { a: undefined }],
  ['a list in place of an object', { a: undefined }, { a: {} }],
  ['a value of another type', { text: 1 }, { text: String }],
];

for (const [title, found, expected] of passing)
  test(`matchWhole accepts ${title}`, async t => {
    t.ok(passes(found, expected));
  });

for (const [title, found, expected] of failing)
  test(`matchWhole refuses ${title}`, async t => {
    t.notOk(passes(found, expected));
  });
