import fc from 'fast-check';
import type { CompareOperator, Literal, Predicate } from '../../../../src/engine/query/predicate/Predicate.js';
import { anyCharacter } from '../../../support/anyCharacter.js';

const operators: readonly CompareOperator[] = ['=', '!=', '<', '<=', '>', '>='];

interface Vocabulary {
  readonly field: fc.Arbitrary<string>;
  readonly literal: fc.Arbitrary<Literal>;
  readonly number: (min: number, max: number) => fc.Arbitrary<number>;
}

/** Plain objects, as the parser returns them. */
const record = <T>(members: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> =>
  fc.record<T>(members, { noNullPrototype: true });

const double = (min = -Number.MAX_VALUE, max = Number.MAX_VALUE): fc.Arbitrary<number> =>
  fc.double({ noNaN: true, min, max }).map(value => value + 0);

/** Coarse degrees and meters: no point lies on a circle, where two calculations may round to different sides. */
const integer = (min: number, max: number): fc.Arbitrary<number> => fc.integer({ min, max });

const leaf = ({ field, literal, number }: Vocabulary): fc.Arbitrary<Predicate> => {
  const values = fc.array(literal, { minLength: 1, maxLength: 4 });
  const compare = record({
    kind: fc.constant('compare' as const),
    field,
    operator: fc.constantFrom(...operators),
    value: literal,
  });
  return fc.oneof(
    { weight: 3, arbitrary: compare },
    record({ kind: fc.constant('in' as const), field, values, negated: fc.boolean() }),
    record({
      kind: fc.constant('contains' as const),
      field,
      mode: fc.constantFrom('any' as const, 'all' as const),
      values,
    }),
    record({ kind: fc.constantFrom('empty' as const, 'defined' as const), field, negated: fc.boolean() }),
    record({
      kind: fc.constant('within' as const),
      field,
      longitude: number(-180, 180),
      latitude: number(-90, 90),
      radiusMeters: number(1, 20_000_000),
    }),
  );
};

/** Random predicates over the given names and literals. */
const predicateOf = (vocabulary: Vocabulary): fc.Arbitrary<Predicate> =>
  fc.letrec<{ predicate: Predicate }>(tie => ({
    predicate: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      leaf(vocabulary),
      record({
        kind: fc.constantFrom('and' as const, 'or' as const),
        parts: fc.array(tie('predicate'), { minLength: 2, maxLength: 3 }),
      }),
      record({ kind: fc.constant('not' as const), part: tie('predicate') }),
      record({ kind: fc.constant('nested' as const), field: vocabulary.field, part: tie('predicate') }),
    ),
  })).predicate;

/** Any name and any literal of the language. */
export const anyPredicate = predicateOf({
  field: fc.string({ unit: anyCharacter, minLength: 1, maxLength: 8 }).filter(name => !name.includes('`')),
  literal: fc.oneof(fc.string({ unit: anyCharacter }), double(), fc.integer(), fc.boolean()),
  number: double,
});

const fewTexts = [
  '',
  'a',
  'b',
  '1',
  '2024-01-01T00:00:00.000Z',
  '2024-01-01T01:00:00+01:00',
  '2024-01-01T00:00:00.001Z',
  '2024-01-01',
];
const fewNames = ['a', 'b', 'length', 'constructor', '__proto__'];
const fewLiterals = fc.oneof(fc.constantFrom(...fewTexts), fc.integer({ min: -1, max: 2 }), fc.boolean());

/** Predicates and resources of few words, so that predicates often match. */
export const likelyPredicate = predicateOf({
  field: fc.constantFrom(...fewNames),
  literal: fewLiterals,
  number: integer,
});

const place = record({
  type: fc.constantFrom('Point', 'Line'),
  coordinates: fc.tuple(integer(-180, 180), integer(-90, 90)),
});

const object = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...fewNames), value), { maxLength: 4, selector: ([name]) => name })
    .map(
      members =>
        JSON.parse(`{${members.map(([name, member]) => `"${name}":${JSON.stringify(member)}`).join()}}`) as unknown,
    );

export const likelyResource = fc.letrec<{ value: unknown; root: unknown }>(tie => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fewLiterals,
    fc.constant(null),
    place,
    fc.array(tie('value'), { maxLength: 3 }),
    object(tie('value')),
  ),
  root: object(tie('value')),
})).root;
