import { test } from '../../../support/tap.js';
import { compilePredicate } from '../../../../src/engine/query/predicate/compilePredicate.js';
import { bindListVariable, bindVariable, joinVariableTexts } from '../../../../src/engine/query/predicate/readToken.js';
import { errorOf, parseWith } from './parseWith.js';

test('reads a variable as a literal, as a quoted text, or as its text (GEN053)', async t => {
  t.same(bindVariable('7'), [7, '7']);
  t.same(bindVariable('-1.50'), [-1.5, '-1.50']);
  t.same(bindVariable('true'), [true, 'true']);
  t.same(bindVariable('"7"'), ['7']);
  t.same(bindVariable('"a\\nb"'), ['a\nb']);
  for (const text of ['', 'x', ' 7', '7x', '1e999', '"a', '"a" b', 'a" or b="c', '(1)', ':v'])
    t.same(bindVariable(text), [text], text);
});

test('reads a variable as a list (GEN053)', async t => {
  t.same(bindListVariable('"a","b"'), [['a'], ['b']]);
  t.same(bindListVariable(' ( "a" , 1 ) '), [['a'], [1, '1']]);
  t.same(bindListVariable('1,2'), [
    [1, '1'],
    [2, '2'],
  ]);
  for (const text of ['', 'x', 'x,y', '("a"', '"a",', '()', '"a")', '("a") b', '"a" "b"'])
    t.same(bindListVariable(text), [[text]], text);
});

test('accepts a variable wherever a value may stand (GEN053)', async t => {
  t.same(parseWith('a = :v1', { v1: 'x' }), parseWith('a = "x"'));
  t.same(parseWith('a in :v', { v: '"x","y"' }), parseWith('a in ("x","y")'));
  t.same(parseWith('a not in (:x, :y)', { x: 'x', y: 'y' }), parseWith('a not in ("x","y")'));
  t.same(parseWith('a contains all :v', { v: '("x","y")' }), parseWith('a contains all ("x","y")'));
  t.same(
    parseWith('a within circle(:x, :y, :r)', { x: '1', y: '-2', r: '3e2' }),
    parseWith('a within circle(1, -2, 300)'),
  );
});

test('the text of a variable is never read as a predicate', async t => {
  t.same(parseWith('a = :v', { v: '1 or b = 2' }), parseWith('a = "1 or b = 2"'));
});

test('a bare number or flag of a variable matches numbers and texts', async t => {
  const matches = (text: string, v: string, a: unknown): boolean => compilePredicate(parseWith(text, { v }))({ a });
  for (const a of [7, '7']) {
    for (const text of [
      'a = :v',
      'a in :v',
      'a in (:v)',
      'a <= :v',
      'a >= :v',
      'not(a < :v)',
      'not(a != :v)',
      'not(a not in :v)',
    ]) {
      t.equal(matches(text, '7', a), true, text);
    }
    for (const text of ['a != :v', 'a < :v', 'a > :v', 'a not in :v']) t.equal(matches(text, '7', a), false, text);
  }
  t.equal(matches('a = :v', '"7"', 7), false);
  t.equal(matches('a = :v', '007', '7'), false);
  t.equal(matches('a = :v', 'true', 'true'), true);
  t.equal(matches('a = :v', 'true', true), true);
});

test('contains all asks for each value in one of its meanings', async t => {
  const matches = compilePredicate(parseWith('a contains all :v', { v: '1,2' }));
  t.same(
    [[1, 2], ['1', 2], ['1', '2'], [1, '1'], [2]].map(a => matches({ a })),
    [true, true, true, false, false],
  );
});

test('refuses a missing variable, or text where a number is needed, with an InvalidInput that names it', async t => {
  t.same(
    errorOf(() => parseWith('a = :missing')),
    { code: 'InvalidInput', message: "The predicate variable ':missing' has no value: pass it as 'var.missing'." },
  );
  t.equal(errorOf(() => parseWith('a in :toString')).code, 'InvalidInput');
  t.same(
    errorOf(() => parseWith('a within circle(:x, 1, 1)', { x: 'y' })),
    { code: 'InvalidInput', message: "The predicate variable ':x' must be a number, not 'y'." },
  );
});

test('a variable given several times is a list', async t => {
  t.equal(joinVariableTexts(['a "quoted" text']), 'a "quoted" text');
  t.same(bindListVariable(joinVariableTexts(['Open', 'a,b', '"x"', '7', 'true'])), [
    ['Open'],
    ['a,b'],
    ['x'],
    [7, '7'],
    [true, 'true'],
  ]);
});
