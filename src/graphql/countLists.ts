/** Counts the values of the lists of a response before they are collected (ValueBudget.ts). */
import {
  type FieldNode,
  getNullableType,
  type GraphQLObjectType,
  isListType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import type { GraphQLResolveInfo } from 'graphql';
import { required } from '../errors/required.js';
import type { GraphqlContext } from './GraphqlContext.js';
import type { JsonObject } from './JsonObject.js';
import { memberResolver, type Resolver } from './resolvers/Resolver.js';

type Fragments = Pick<GraphQLResolveInfo, 'fragments'>;

/** By the first node of a field; a compiled document keeps its nodes. */
const counts = new WeakMap<FieldNode, number>();

const fieldsIn = ({ selections }: SelectionSetNode, info: Fragments): number =>
  selections.reduce((sum, node) => {
    if (node.kind === Kind.FRAGMENT_SPREAD)
      return sum + fieldsIn(required(info.fragments[node.name.value], 'the fragment').selectionSet, info);
    const below = node.selectionSet === undefined ? 0 : fieldsIn(node.selectionSet, info);
    return sum + below + (node.kind === Kind.FIELD ? 1 : 0);
  }, 0);

/** The values that each element of a list adds: itself, and all fields below. */
const valuesPerElement = (info: GraphQLResolveInfo): number => {
  const first = info.fieldNodes[0]!;
  const known = counts.get(first);
  if (known !== undefined) return known;
  const count = info.fieldNodes.reduce(
    (sum, { selectionSet }) => sum + (selectionSet === undefined ? 0 : fieldsIn(selectionSet, info)),
    1,
  );
  counts.set(first, count);
  return count;
};

const countList = (value: unknown, budget: GraphqlContext['values'], info: GraphQLResolveInfo): unknown =>
  !Array.isArray(value) || budget.take(value.length * valuesPerElement(info)) ? value : [];

const counting =
  (resolve: Resolver): Resolver =>
  (source, args, context, info) => {
    const value: unknown = resolve(source, args, context, info);
    return value instanceof Promise
      ? value.then(each => countList(each, context.values, info))
      : countList(value, context.values, info);
  };

/** Lets the fields of a type that are lists count their elements; called when all resolvers are attached. */
export const countLists = (type: GraphQLObjectType<JsonObject, GraphqlContext>): void => {
  for (const [name, field] of Object.entries(type.getFields()))
    if (isListType(getNullableType(field.type)))
      field.resolve = counting(
        (field.resolve as Resolver | undefined | null) ?? memberResolver(name),
      ) as typeof field.resolve;
};
