import { test } from '../../../support/tap.js';
import { errorOf, parseWith } from './parseWith.js';

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
  ['a = 1e999', "Invalid input '1e999', expected a number that a double can hold (line 1, column 5)"],
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
