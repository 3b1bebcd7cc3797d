import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from '../../../support/tap.js';
import type { Predicate } from '../../../../src/engine/query/predicate/Predicate.js';
import { parseWith, errorOf } from './parseWith.js';
import { anyPredicate } from './arbitraries.js';
import { printPredicate } from './printPredicate.js';
import { rounds } from '../../../support/rounds.js';
import {
  predicateCharactersMax,
  predicateLevelsMax,
  predicateListValuesMax,
  predicateNodesMax,
  sortCharactersMax,
  sortSegmentsMax,
} from '../../../../src/engine/query/predicate/predicateLimits.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { readToken, type Token } from '../../../../src/engine/query/predicate/readToken.js';
import { parseSortKey } from '../../../../src/engine/query/parseQueryParameters.js';

const compare = (field: string, value: string | number | boolean = 1): Predicate => ({
  kind: 'compare',
  field,
  operator: '=',
  value,
});
const [a, b, c] = [compare('a'), compare('b'), compare('c')];

test('parses every operator with every kind of literal', async t => {
  for (const operator of ['=', '!=', '<', '<=', '>', '>=']) {
    t.same(parseWith(`a ${operator} "x"`), { kind: 'compare', field: 'a', operator, value: 'x' });
  }
  t.same(parseWith('a <> 1'), { kind: 'compare', field: 'a', operator: '!=', value: 1 });
  t.same(parseWith('a=-1.5e2'), compare('a', -150));
  t.same(parseWith('a = true and b = FALSE'), { kind: 'and', parts: [compare('a', true), compare('b', false)] });
});

test('parses lists', async t => {
  t.same(parseWith('a in ("x", 1, true)'), { kind: 'in', field: 'a', values: ['x', 1, true], negated: false });
  t.same(parseWith('a not in (1)'), { kind: 'in', field: 'a', values: [1], negated: true });
  t.same(parseWith('a contains any (1, 2)'), { kind: 'contains', field: 'a', mode: 'any', values: [1, 2] });
  t.same(parseWith('a contains all ("x")'), { kind: 'contains', field: 'a', mode: 'all', values: ['x'] });
});

test('parses is empty and is defined', async t => {
  t.same(parseWith('a is empty'), { kind: 'empty', field: 'a', negated: false });
  t.same(parseWith('a is not empty'), { kind: 'empty', field: 'a', negated: true });
  t.same(parseWith('a is defined'), { kind: 'defined', field: 'a', negated: false });
  t.same(parseWith('a is not defined'), { kind: 'defined', field: 'a', negated: true });
});

test('not binds tighter than and, and tighter than or', async t => {
  t.same(parseWith('a=1 or b=1 and c=1'), { kind: 'or', parts: [a, { kind: 'and', parts: [b, c] }] });
  t.same(parseWith('not a=1 and b=1'), { kind: 'and', parts: [{ kind: 'not', part: a }, b] });
  t.same(parseWith('not(a=1 or b=1)'), { kind: 'not', part: { kind: 'or', parts: [a, b] } });
  t.same(parseWith('(a=1 or b=1) and c=1'), { kind: 'and', parts: [{ kind: 'or', parts: [a, b] }, c] });
});

test('parses nested fields', async t => {
  t.same(parseWith('x(y(a=1) and b=1)'), {
    kind: 'nested',
    field: 'x',
    part: { kind: 'and', parts: [{ kind: 'nested', field: 'y', part: a }, b] },
  });
});

test('parses a circle', async t => {
  const within = { kind: 'within', field: 'a', longitude: 13.3777, latitude: -52.5, radiusMeters: 1000 };
  t.same(parseWith('a within circle(13.3777, -52.5, 1000)'), within);
});

test('reads keywords in any case, and as names at the place of a field', async t => {
  t.same(parseWith('NOT (a IN (1) AND b Is Not Empty)'), parseWith('not (a in (1) and b is not empty)'));
  t.same(parseWith('name(is="x" or in="y" or true="z")').kind, 'nested');
  t.same(parseWith('`and` = 1'), compare('and'));
  t.same(parseWith('orSomething=1 and notable=1 and isActive=1').kind, 'and');
});

test('parses the iteration by id as a comparison (ORD041, GEN063)', async t => {
  t.same(parseWith('id > "x"'), { kind: 'compare', field: 'id', operator: '>', value: 'x' });
});

test('parses a printed predicate to the same predicate', async () => {
  fc.assert(
    fc.property(anyPredicate, predicate => {
      assert.deepStrictEqual(parseWith(printPredicate(predicate)), predicate);
    }),
    { numRuns: rounds(500) },
  );
});

const prefix = "Malformed parameter: where: Syntax error while parsing 'where'. ";

const complaints: readonly [string, string][] = [
  ['', "Unexpected end of input, expected a field, 'not' or '(' (line 1, column 1)"],
  [
    'orderState =',
    'Unexpected end of input, expected a string, a number, true, false or a variable (line 1, column 13)',
  ],
  ['a', "Unexpected end of input, expected an operator or '(' (line 1, column 2)"],
  ['a = nomatch', "Invalid input 'nomatch', expected a string, a number, true, false or a variable (line 1, column 5)"],
  ['a = 1\nand\n  or b = 1', "Invalid input 'or', expected a field, 'not' or '(' (line 3, column 3)"],
  ['a = 1 b = 2', "Invalid input 'b', expected 'and', 'or' or end of input (line 1, column 7)"],
  ['(a = 1', "Unexpected end of input, expected 'and', 'or' or ')' (line 1, column 7)"],
  ['a = 1)', "Invalid input ')', expected 'and', 'or' or end of input (line 1, column 6)"],
  ['a()', "Invalid input ')', expected a field, 'not' or '(' (line 1, column 3)"],
  ['a in "x"', `Invalid input '"x"', expected '(' or a variable (line 1, column 6)`],
  ['a in ()', "Invalid input ')', expected a string, a number, true, false or a variable (line 1, column 7)"],
  ['a in ("x"-"y")', "Invalid input '-', expected ',' or ')' (line 1, column 10)"],
  ['a not 1', "Invalid input '1', expected 'in' (line 1, column 7)"],
  ['a contains ("x")', "Invalid input '(', expected 'any' or 'all' (line 1, column 12)"],
  ['a is null', "Invalid input 'null', expected 'not', 'empty' or 'defined' (line 1, column 6)"],
  ['a is not 1', "Invalid input '1', expected 'empty' or 'defined' (line 1, column 10)"],
  ['a within box(1)', "Invalid input 'box', expected 'circle' (line 1, column 10)"],
  ['a within circle(1,2)', "Invalid input ')', expected ',' (line 1, column 20)"],
  ['a within circle("1",2,3)', `Invalid input '"1"', expected a number or a variable (line 1, column 17)`],
  ['a = "x', `Unexpected end of input, expected '"' (line 1, column 7)`],
  ['a = "\\q"', "Invalid input '\\q', expected an escape of JSON (line 1, column 6)"],
  ['a = 1e999', "Invalid input '1e999', expected a number that a double holds exactly (line 1, column 5)"],
  [
    'a = 9007199254740993',
    "Invalid input '9007199254740993', expected a number that a double holds exactly (line 1, column 5)",
  ],
  ['a.b = 1', "Invalid input '.', expected an operator or '(' (line 1, column 2)"],
  [
    `a = ${'x'.repeat(5000)}`,
    `Invalid input '${'x'.repeat(30)}…', expected a string, a number, true, false or a variable (line 1, column 5)`,
  ],
];

for (const [text, message] of complaints) {
  test(`refuses the predicate ${text.slice(0, 40)} with a SyntaxError that names the position (GEN054)`, async t => {
    t.same(
      errorOf(() => parseWith(text)),
      { code: 'SyntaxError', message: prefix + message },
    );
  });
}

test('a circle that is not on earth is an InvalidInput', async t => {
  for (const circle of ['181,0,1', '0,-91,1', '0,0,-1'])
    t.equal(errorOf(() => parseWith(`a within circle(${circle})`)).code, 'InvalidInput');
});

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

const tokens = (source: string): [string, string][] => {
  const found: Token[] = [];
  for (let at = 0; found.at(-1)?.kind !== 'end'; at = found.at(-1)!.end) found.push(readToken(source, at));
  return found.slice(0, -1).map(({ kind, text }) => [kind, text]);
};

test('reads names, symbols and values', async t => {
  t.same(tokens('a-b_1>=-1.5e+3,:v1("x")'), [
    ['name', 'a-b_1'],
    ['symbol', '>='],
    ['number', '-1.5e+3'],
    ['symbol', ','],
    ['variable', 'v1'],
    ['symbol', '('],
    ['string', 'x'],
    ['symbol', ')'],
  ]);
});

test('reads the longest symbol', async t => {
  t.same(
    tokens('<><=< >=>!==').map(([, text]) => text),
    ['<>', '<=', '<', '>=', '>', '!=', '='],
  );
});

test('reads the escapes of JSON in strings', async t => {
  t.same(tokens(String.raw`"\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00"`), [['string', '"\\/\b\f\n\r\té😀']]);
});

test('reads any character in a name in backticks', async t => {
  t.same(tokens('`my "field", and é`'), [['quotedName', 'my "field", and é']]);
});

test('accepts tokens with and without white space between them', async t => {
  t.same(tokens('\t a\r\n=\n1 '), tokens('a=1'));
});

test('marks malformed text as a token of its own and does not throw', async t => {
  t.same(
    tokens('#: -').map(([kind]) => kind),
    ['unknown', 'unknown', 'unknown'],
  );
  for (const text of ['"a', '"a\\', '"\\x"', '"\\u12g4"', '`a', '``', '1e999'])
    t.equal(readToken(text, 0).kind, 'malformed', text);
});

test('gives the offsets of a token', async t => {
  const { at, end } = readToken('  "a\\n" ', 0);
  t.same([at, end], [2, 7]);
});

test('parses a path and a direction (GEN055)', async t => {
  t.same(parseSortKey('createdAt asc'), { path: ['createdAt'], direction: 'asc' });
  t.same(parseSortKey(' name.en  DESC '), { path: ['name', 'en'], direction: 'desc' });
});

test('sorts ascending without a direction (GEN056)', async t => {
  t.same(parseSortKey('variant.sku'), { path: ['variant', 'sku'], direction: 'asc' });
});

test('parses the path of a custom field (GEN057)', async t => {
  t.same(parseSortKey('custom.fields.my-field desc'), { path: ['custom', 'fields', 'my-field'], direction: 'desc' });
});

test('refuses a malformed sort with InvalidInput and the expected form', async t => {
  for (const text of ['', ' ', '.', 'a.', '.a', 'a..b', 'a[0]', 'a b', 'a asc b', 'a,b', 'ä', '"a"', 'a\0'])
    t.equal(errorOf(() => parseSortKey(text)).code, 'InvalidInput', text);
  t.equal(
    errorOf(() => parseSortKey('createdAt up')).message,
    "Malformed parameter: sort: Invalid input 'up', expected 'asc' or 'desc'.",
  );
  t.equal(
    errorOf(() => parseSortKey('a..b desc')).message,
    "Malformed parameter: sort: Invalid input 'a..b', expected field names joined by '.'.",
  );
  t.equal(
    errorOf(() => parseSortKey('a asc b')).message,
    "Malformed parameter: sort: Invalid input 'b', expected end of input.",
  );
});

test('a path is bounded in length and depth', async t => {
  const deep = (segments: number): string => Array.from({ length: segments }, () => 'a').join('.');
  t.equal(parseSortKey(deep(sortSegmentsMax)).path.length, sortSegmentsMax);
  matchWhole(
    t,
    errorOf(() => parseSortKey(deep(sortSegmentsMax + 1))),
    { code: 'InvalidInput', message: /at most 16 field names/ },
  );
  t.equal(parseSortKey('a'.repeat(sortCharactersMax)).path.length, 1);
  matchWhole(
    t,
    errorOf(() => parseSortKey('a'.repeat(sortCharactersMax + 1))),
    { code: 'InvalidInput', message: /at most 512 characters/ },
  );
});
