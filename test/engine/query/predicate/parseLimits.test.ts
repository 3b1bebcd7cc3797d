import { test } from '../../../support/tap.js';
import {
  predicateCharactersMax,
  predicateLevelsMax,
  predicateListValuesMax,
  predicateNodesMax,
} from '../../../../src/engine/query/predicate/predicateLimits.js';
import { errorOf, parseWith } from './parseWith.js';
import { matchWhole } from '../../../support/matchWhole.js';

const padded = (text: string, length: number): string => text + ' '.repeat(length - text.length);
const enclosed = (levels: number): string => `${'('.repeat(levels)}a=1${')'.repeat(levels)}`;
const joined = (nodes: number): string => Array.from({ length: nodes - 1 }, () => 'a=1').join(' or ');
const list = (values: number): string => Array.from({ length: values }, () => '1').join();

test('a predicate of the longest length is read, a longer one refused', async t => {
  t.equal(parseWith(padded('a=1', predicateCharactersMax)).kind, 'compare');
  matchWhole(
    t,
    errorOf(() => parseWith(padded('a=1', predicateCharactersMax + 1))),
    { code: 'SyntaxError', message: /at most 65536 characters/ },
  );
});

test('parentheses, not and nested fields are bounded in depth', async t => {
  t.equal(parseWith(enclosed(predicateLevelsMax)).kind, 'compare');
  const past = predicateLevelsMax + 1;
  for (const text of [
    enclosed(past),
    `${'not '.repeat(past)}a=1`,
    `${'a('.repeat(past)}a=1${')'.repeat(past)}`,
    '('.repeat(60_000),
  ]) {
    matchWhole(
      t,
      errorOf(() => parseWith(text)),
      { code: 'SyntaxError', message: /at most 64 levels deep/ },
    );
  }
});

test('counts the depth of open parentheses only', async t => {
  t.equal(parseWith(Array.from({ length: predicateLevelsMax * 2 }, () => '(a=1)').join(' and ')).kind, 'and');
});

test('conditions are bounded in number', async t => {
  t.equal(parseWith(joined(predicateNodesMax)).kind, 'or');
  matchWhole(
    t,
    errorOf(() => parseWith(joined(predicateNodesMax + 1))),
    { code: 'SyntaxError', message: /at most 4096 conditions/ },
  );
});

test('values of all lists together are bounded in number', async t => {
  const half = list(predicateListValuesMax / 2);
  t.equal(parseWith(`a in (${half}) or a contains any (${half})`).kind, 'or');
  matchWhole(
    t,
    errorOf(() => parseWith(`a in (${half}) or a contains any (${half},1)`)),
    { code: 'SyntaxError', message: /at most 8192 values/ },
  );
});

test('counts the values of a variable wherever it is named', async t => {
  const v = Array.from({ length: predicateListValuesMax / 2 }, () => '"x"').join();
  t.equal(parseWith('a in :v or b in :v', { v }).kind, 'or');
  matchWhole(
    t,
    errorOf(() => parseWith('a in :v or b in :v or c in :v', { v })),
    { code: 'SyntaxError', message: /at most 8192 values/ },
  );
});

test('the text of a variable is bounded', async t => {
  t.equal(parseWith('a = :v', { v: 'x'.repeat(predicateCharactersMax) }).kind, 'compare');
  matchWhole(
    t,
    errorOf(() => parseWith('a = :v', { v: 'x'.repeat(predicateCharactersMax + 1) })),
    { code: 'SyntaxError', message: /variable ':v' has more than/ },
  );
});
