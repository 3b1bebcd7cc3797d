/** Generates GraphQL requests: valid documents of the schema and invalid ones. */
import fc from 'fast-check';
import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { apiSchema } from '../support/apiSchema.js';
import { hostilePredicate } from './queries.js';
import { hostileValue } from './values.js';

/** Picks at most four elements of a list. */
const some = <T>(list: readonly T[], minLength = 0): fc.Arbitrary<T[]> =>
  fc.subarray([...list], { minLength, maxLength: Math.min(4, list.length) });

const literalOf = (type: GraphQLInputType, depth: number): fc.Arbitrary<string> => {
  if (isNonNullType(type)) return literalOf(type.ofType as GraphQLInputType, depth);
  if (isListType(type))
    return fc
      .array(literalOf(type.ofType as GraphQLInputType, depth - 1), { maxLength: 2 })
      .map(parts => `[${parts.join(' ')}]`);
  if (isEnumType(type)) return fc.constantFrom(...type.getValues().map(({ name }) => name));
  if (isInputObjectType(type) && depth > 0)
    return some(Object.values(type.getFields()))
      .chain(list =>
        fc.tuple(...list.map(field => literalOf(field.type, depth - 1).map(value => `${field.name}: ${value}`))),
      )
      .map(parts => `{${parts.join(' ')}}`);
  return fc.oneof(
    fc.constantFrom(
      '1',
      '-1',
      '500',
      '"x"',
      '"id"',
      'true',
      'null',
      '9007199254740993',
      '1e400',
      '"""a"""',
      '"\\ud800"',
      '{}',
      'ENUM',
      '$v',
    ),
    hostilePredicate.map(text => JSON.stringify(text)),
  );
};

const fieldText = (
  field: GraphQLField<unknown, unknown>,
  schema: GraphQLSchema,
  depth: number,
): fc.Arbitrary<string> => {
  const given = fc
    .subarray([...field.args])
    .chain(list => fc.tuple(...list.map(each => literalOf(each.type, 3).map(value => `${each.name}: ${value}`))))
    .map(parts => (parts.length === 0 ? '' : `(${parts.join(' ')})`));
  const type = getNamedType(field.type);
  const members = isCompositeType(type) ? selectionOf(type.name, schema, depth - 1) : fc.constant('');
  return fc.tuple(given, members).map(parts => `${field.name}${parts.join(' ')}`);
};

const selectionOf = (typeName: string, schema: GraphQLSchema, depth: number): fc.Arbitrary<string> => {
  const type = schema.getType(typeName);
  if (depth <= 0 || !(isObjectType(type) || isInterfaceType(type))) return fc.constant('{ __typename }');
  return some(Object.values(type.getFields()), 1)
    .chain(list => fc.tuple(...list.map(field => fieldText(field, schema, depth))))
    .map(parts => `{ ${parts.join(' ')} }`);
};

const schema = apiSchema();
const oddDocuments = fc.constantFrom(
  '',
  '{',
  '{ __schema { types { name fields { name type { name ofType { name } } } } } }',
  'query A { a } query B { b }',
  `{ ${'a:__typename '.repeat(3_000)} }`,
  `${'{customers{results'.repeat(60)}`,
  'fragment F on Query { ...F } { ...F }',
  '{ ...F } fragment F on Query { ...G } fragment G on Query { ...F }',
  'subscription { x }',
  '{ a @skip(if: true) @include(if: $x) }',
  '\ufeff{ __typename }',
  '{ __proto__ constructor }',
);

export const graphqlBody: fc.Arbitrary<unknown> = fc.record(
  {
    query: fc.oneof(
      { weight: 6, arbitrary: selectionOf('Query', schema, 5) },
      { weight: 4, arbitrary: selectionOf('Mutation', schema, 4).map(text => `mutation ($v: String) ${text}`) },
      { weight: 1, arbitrary: oddDocuments },
      { weight: 1, arbitrary: hostileValue },
    ),
    variables: fc.oneof(fc.constantFrom<unknown>({}, null, { v: 'x' }, { __proto__: 1 }), hostileValue),
    operationName: fc.oneof(fc.constant(null), hostileValue),
  },
  { requiredKeys: ['query'] },
);
