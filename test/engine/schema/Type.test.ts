/** The schema builders produce the same schemas as TypeBox, with fewer files to load. */
import { Type as TypeBox, type JsonTypeBuilder } from '@sinclair/typebox';
import { test } from '../../support/tap.js';
import { Type } from '../../../src/engine/schema/Type.js';

type Builder = Pick<JsonTypeBuilder, keyof typeof Type>;

const schemas = ({ Any, Array: List, Boolean: Flag, Integer, Literal, Null, Number: Decimal, ...more }: Builder) => {
  const { Object: Shape, Optional, String: Text, Union, Unsafe } = more;
  return [
    Any(),
    Any({ title: 'any' }),
    List(Text(), { minItems: 1 }),
    Flag(),
    Integer({ minimum: 1 }),
    Literal('a'),
    Literal(true),
    Null(),
    Decimal({ maximum: 2 }),
    Shape({}),
    Shape({ a: Text(), b: Optional(Decimal()), c: Optional(Shape({ d: Flag() })) }, { additionalProperties: false }),
    Shape({ a: Optional(Text()) }),
    Text({ maxLength: 3, pattern: 'x' }),
    Union([Text(), Null()]),
    Unsafe<number>({ type: 'integer', description: 'a number' }),
  ];
};

test('builds the same schemas as TypeBox, with their members in the same order', async t => {
  t.equal(JSON.stringify(schemas(Type)), JSON.stringify(schemas(TypeBox)));
});

test('marks optional members for TypeBox as well', async t => {
  const mixed = (outer: Builder, inner: Builder) =>
    outer.Object({ a: inner.Optional(inner.String()), b: inner.Null() });
  t.strictSame(mixed(TypeBox, Type).required, ['b']);
  t.strictSame(mixed(Type, TypeBox).required, ['b']);
  t.strictSame(mixed(Type, Type).required, ['b']);
});
