/** Introspection describes everything, by the texts of the declarations or by the names. */
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
import { createSchema } from '../../src/graphql/createSchema.js';

const schema = createSchema();
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

test('describes every type, field, argument, input field and value by a sentence', async t => {
  t.ok(described.length > 5_000);
  t.same(
    described.filter(({ description }) => !/^[A-Z`].*[a-z0-9A-Z)`"]\.$/.test(description ?? '')),
    [],
  );
});

test('describes by the declarations, and else by the names', async t => {
  const expected = {
    Order: 'An order.',
    OrderQueryResult: 'A page of orders.',
    'Order.id': 'The id, which is unique in the project.',
    'Order.stateRef': 'The stored reference to the state.',
    'Order.state': 'What `stateRef` refers to, as far as it exists and the token can read it.',
    'Order.purchaseOrderNumber': 'The purchase order number of the order.',
    'State.nameAllLocales': 'The name in all languages.',
    'State.builtIn': 'Whether `builtIn` applies.',
    'Cart.key': 'The key: a key of letters, digits, underscores and hyphens.',
    'CartDraft.currency': 'The currency: a currency code of three capital letters (ISO 4217), such as EUR.',
    OrderUpdateAction: 'One update action of an order: exactly one field is given.',
    'OrderUpdateAction.setOrderNumber': 'Sets the order number.',
    SetOrderNumber: 'The update action `setOrderNumber`: Sets the order number.',
    'ProductUpdateAction.publish': 'Publishes the product.',
    'CartDiscountValueInput.relative': 'The kind `relative`.',
    RelativeDiscountValue: 'A cart discount value of the kind `relative`.',
    'TaxMode.ExternalAmount': 'Tax mode: external amount.',
    'Query.orders': 'A page of orders.',
    'Query.orders(where)': 'The query predicate, such as `key = "a"`.',
    'Mutation.createMyCart': "Creates a cart of the token's customer or session.",
    'Mutation.deleteOrder(personalDataErasure)':
      'Whether to erase personal data from messages and other resources too.',
  };
  t.same(Object.fromEntries(Object.keys(expected).map(path => [path, textOf(path)])), expected);
});
