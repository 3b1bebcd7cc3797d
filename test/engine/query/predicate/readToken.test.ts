import { test } from '../../../support/tap.js';
import { readToken, type Token } from '../../../../src/engine/query/predicate/readToken.js';

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
