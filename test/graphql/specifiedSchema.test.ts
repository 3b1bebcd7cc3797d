/**
 * Compares each field of the specification with the schema: its type, its arguments and its default. The schema has
 * more fields, derived from the declarations (derivedSchema.test.ts).
 */
import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
} from 'graphql';
import { test } from '../support/tap.js';
import { apiSchema } from '../support/apiSchema.js';
import { createIndexerSchema } from '../../src/graphql/answerIndexerGraphql.js';
import {
  type Shape,
  specifiedActions,
  specifiedEnums,
  specifiedInputs,
  specifiedOperations,
  specifiedTypes,
} from './specifiedSchema.js';

const schema = apiSchema();

/** Returns ` (CUST001, CUST002)`, or an empty text without clauses. */
const inParentheses = (clauses: string): string => (clauses === '' ? '' : ` (${clauses.replaceAll(' ', ', ')})`);

const withDefault = ({ type, defaultValue }: GraphQLArgument | GraphQLInputField): string =>
  `${String(type)}${defaultValue === undefined ? '' : ` = ${JSON.stringify(defaultValue)}`}`;

const shapeOf = (type: GraphQLNamedType | undefined): Shape => {
  if (isInputObjectType(type))
    return Object.fromEntries(Object.entries(type.getFields()).map(([name, field]) => [name, withDefault(field)]));
  if (!isObjectType(type) && !isInterfaceType(type)) throw new Error(`${String(type)} has no fields`);
  return Object.fromEntries(
    Object.entries(type.getFields()).map(([name, { args, type: fieldType }]) => [
      name,
      `${args.length === 0 ? '' : `(${args.map(arg => `${arg.name}: ${withDefault(arg)}`).join(', ')}) `}${String(fieldType)}`,
    ]),
  );
};

/** The fields of a type that the specification names. */
const specifiedPart = (type: GraphQLNamedType | undefined, fields: object): Shape => {
  const shape = shapeOf(type);
  return Object.fromEntries(Object.keys(fields).map(name => [name, shape[name] ?? 'absent']));
};

for (const [name, { clauses, fields, added }] of Object.entries(specifiedTypes))
  test(`declares the type ${name}${inParentheses(clauses)}`, async t => {
    const expected = { ...fields, ...added };
    t.same(specifiedPart(schema.getType(name), expected), expected);
  });

for (const [name, { clauses, fields }] of Object.entries(specifiedInputs))
  test(`declares the input ${name}${inParentheses(clauses)}`, async t => {
    t.same(specifiedPart(schema.getType(name), fields), fields);
  });

test('takes the session of a sign-up at /me from its token: the draft has no anonymousId (CUST046)', async t => {
  const { fields } = specifiedInputs.CustomerSignMeUpDraft!;
  t.same(
    Object.keys(shapeOf(schema.getType('CustomerSignMeUpDraft'))).sort(),
    [...Object.keys(fields), 'stores'].sort(),
  );
});

test('declares versioned types, sign-in modes and scalars (CUST001, CUST038)', async t => {
  for (const name of ['Customer', 'CustomerGroup', 'Order', 'Cart', 'State']) {
    const type = schema.getType(name);
    t.ok(isObjectType(type) && type.getInterfaces().some(each => each.name === 'Versioned'), name);
  }
  const mode = schema.getType('AnonymousCartSignInMode');
  t.same(isEnumType(mode) && mode.getValues().map(({ name }) => name), [
    'UseAsNewActiveCustomerCart',
    'MergeWithExistingCustomerCart',
  ]);
  for (const name of ['Long', 'Date', 'DateTime', 'Locale', 'Country']) t.ok(isScalarType(schema.getType(name)), name);
});

const actionClauses = Object.values(specifiedActions).map(({ clause }) => clause);

test(`declares each action as one member${inParentheses(`CUST053 CUST079 ${actionClauses.join(' ')}`)}`, async t => {
  const all = schema.getType('CustomerUpdateAction');
  if (!isInputObjectType(all)) throw new Error('no CustomerUpdateAction');
  const members = all.getFields();
  for (const [name, { fields, input }] of Object.entries(specifiedActions)) {
    const type = String(members[name]!.type);
    t.same(specifiedPart(schema.getType(type), fields), fields, name);
    if (input !== undefined) t.equal(type, input);
  }
  t.equal(
    new Set(Object.values(members).map(({ type }) => String(type))).size,
    Object.keys(members).length,
    'each action has its own input type',
  );
  const mine = Object.fromEntries(
    Object.entries(shapeOf(all)).filter(
      ([name]) =>
        ['setAddressCustomField', 'setAddressCustomType'].includes(name) ||
        (specifiedActions[name] !== undefined && specifiedActions[name].merchantOnly === undefined),
    ),
  );
  t.same(shapeOf(schema.getType('MyCustomerUpdateAction')), mine);
});

for (const root of ['Query', 'Mutation'] as const)
  test(`declares the fields of ${root}${inParentheses(
    Object.values(specifiedOperations[root])
      .map(([clauses]) => clauses)
      .filter(clauses => clauses !== '')
      .join(' '),
  )}`, async t => {
    const expected = Object.fromEntries(
      Object.entries(specifiedOperations[root]).map(([name, [, signature]]) => [name, signature]),
    );
    const declared = specifiedPart(schema.getType(root), expected);
    // Mutations also take the key of a store, and those that create tokens take a flag.
    const withoutStore = Object.entries(declared).map(([name, signature]) => [
      name,
      signature.replace(/(, invalidateOlderTokens: Boolean)?(, storeKey: KeyReferenceInput)?\)/, ')'),
    ]);
    t.same(Object.fromEntries(withoutStore), expected);
  });

test('allows no null in lists of arguments and inputs', async t => {
  const given = [schema, createIndexerSchema()]
    .flatMap(each => Object.values(each.getTypeMap()))
    .flatMap((type): (GraphQLArgument | GraphQLInputField)[] => {
      if (isInputObjectType(type)) return Object.values(type.getFields());
      return isObjectType(type) ? Object.values(type.getFields()).flatMap(({ args }) => [...args]) : [];
    });
  const lists = given.map(({ type }) => String(type)).filter(type => type.startsWith('['));
  t.ok(lists.length > 10);
  t.same(
    lists.filter(type => !/!\]!?$/.test(type)),
    [],
  );
});

test('declares the values of each enumeration', async t => {
  const declared = Object.keys(specifiedEnums).map(name => {
    const type = schema.getType(name);
    return [name, isEnumType(type) && type.getValues().map(each => each.name)];
  });
  t.same(Object.fromEntries(declared), specifiedEnums);
});
