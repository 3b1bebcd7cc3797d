import { test } from '../../../support/tap.js';
import type { Predicate } from '../../../../src/engine/query/predicate/Predicate.js';
import { parseWith } from './parseWith.js';

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

test('reads keywords in any case, and as names where a field stands', async t => {
  t.same(parseWith('NOT (a IN (1) AND b Is Not Empty)'), parseWith('not (a in (1) and b is not empty)'));
  t.same(parseWith('name(is="x" or in="y" or true="z")').kind, 'nested');
  t.same(parseWith('`and` = 1'), compare('and'));
  t.same(parseWith('orSomething=1 and notable=1 and isActive=1').kind, 'and');
});

test('parses the iteration by id as a comparison (ORD041, GEN063)', async t => {
  t.same(parseWith('id > "x"'), { kind: 'compare', field: 'id', operator: '>', value: 'x' });
});
