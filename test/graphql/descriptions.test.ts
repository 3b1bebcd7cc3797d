/** Introspection describes by the texts of the declarations, and leaves out what would only repeat a name. */
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { test } from '../support/tap.js';
import { apiSchema } from '../support/apiSchema.js';

const schema = apiSchema();
const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));

interface Described {
  readonly path: string;
  readonly description?: string | null;
}

type Field = GraphQLField<unknown, unknown> | GraphQLInputField;

const argumentsOf = (field: Field): readonly GraphQLArgument[] => ('args' in field ? field.args : []);

const partsOf = (type: GraphQLNamedType): Described[] => {
  if (isEnumType(type))
    return type.getValues().map(({ name, description }) => ({ path: `${type.name}.${name}`, description }));
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return [];
  return Object.values<Field>(type.getFields()).flatMap(field => [
    { path: `${type.name}.${field.name}`, description: field.description },
    ...argumentsOf(field).map(({ name, description }) => ({
      path: `${type.name}.${field.name}(${name})`,
      description,
    })),
  ]);
};

const described = types.flatMap(type => [{ path: type.name, description: type.description }, ...partsOf(type)]);
const textOf = (path: string) => described.find(each => each.path === path)?.description;

/** Words that add nothing to the name of what they describe. */
const emptyWords = new Set('a an applies input is it its of the values whether'.split(' '));

const wordsIn = (text: string): string[] =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z]+/g) ?? [];

const saysSomething = ({ path, description }: Described): boolean => {
  const nameWords = new Set(wordsIn(path));
  return wordsIn(description ?? '').some(word => !emptyWords.has(word) && !nameWords.has(word));
};

test('each description is a sentence that says more than the name', async t => {
  const texts = described.filter(({ description }) => typeof description === 'string');
  t.ok(texts.length > 2_000);
  t.same(
    texts.filter(each => !/^[A-Z`].*[a-z0-9A-Z)`"]\.$/.test(each.description!) || !saysSomething(each)),
    [],
  );
});

test('describes by the declarations, and by names that mean the same everywhere', async t => {
  const expected = {
    OrderQueryResult: 'A page of orders.',
    'Order.id': 'The id, which is unique in the project.',
    'Order.stateRef': 'The stored reference to the state.',
    'Order.state': 'What `stateRef` refers to, as far as it exists and the token can read it.',
    'State.nameAllLocales': 'The name in all languages.',
    'Cart.key': 'The key: a key of letters, digits, underscores and hyphens.',
    'CartDraft.currency': 'The currency: a currency code of three capital letters (ISO 4217), such as EUR.',
    OrderUpdateAction: 'One update action of an order: exactly one field is given.',
    SetOrderNumber: 'The update action `setOrderNumber`.',
    RelativeDiscountValue: 'A cart discount value of the kind `relative`.',
    'Order.purchaseOrderNumber': undefined,
    'State.builtIn': undefined,
    'TaxMode.ExternalAmount': undefined,
    'Query.orders': 'A page of orders.',
    'Query.orders(where)': 'The query predicate, such as `key = "a"`.',
    'Mutation.createMyCart': "Creates a cart of the token's customer or session.",
    'Mutation.deleteOrder(personalDataErasure)':
      'Whether to erase personal data from messages and other resources too.',
  };
  t.same(Object.fromEntries(Object.keys(expected).map(path => [path, textOf(path)])), expected);
});
