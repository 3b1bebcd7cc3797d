/** Counts the values of the lists of a response before they are collected (budgets.ts). */
import {
  type FieldNode,
  getNullableType,
  type GraphQLObjectType,
  isListType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  type GraphQLResolveInfo,
} from 'graphql';
import { required } from '../base/errors/ApiError.js';
import type { GraphqlContext } from './GraphqlContext.js';
import type { JsonObject } from './readRequest.js';
import { isLoading, loads, memberResolver, type Resolver } from './resolvers/Resolver.js';

type DocumentInfo = Pick<GraphQLResolveInfo, 'fragments' | 'schema' | 'fieldNodes'>;

/** Caches counts by the first node of a field; a compiled document keeps its nodes. */
const counts = new WeakMap<FieldNode, number>();

/** Returns the most fields that one value can have: of fragments on different object types only one applies. */
const fieldsIn = (selectionSet: SelectionSetNode, info: DocumentInfo): number => {
  let always = 0;
  const byType = new Map<string, number>();
  const addFragment = (type: string | undefined, fragment: SelectionSetNode): void => {
    const fields = fieldsIn(fragment, info);
    if (type !== undefined && isObjectType(info.schema.getType(type)))
      byType.set(type, (byType.get(type) ?? 0) + fields);
    else always += fields;
  };
  for (const node of selectionSet.selections) {
    if (node.kind === Kind.FIELD)
      always += 1 + (node.selectionSet === undefined ? 0 : fieldsIn(node.selectionSet, info));
    else if (node.kind === Kind.INLINE_FRAGMENT) addFragment(node.typeCondition?.name.value, node.selectionSet);
    else {
      const fragment = required(info.fragments[node.name.value], 'the fragment');
      addFragment(fragment.typeCondition.name.value, fragment.selectionSet);
    }
  }
  return always + Math.max(0, ...byType.values());
};

/** Returns the number of values for each value of a field: the value itself, and all fields below it. */
export const valuesOf = (info: DocumentInfo): number => {
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

const countPromises = (list: readonly unknown[]): number =>
  list.reduce<number>((count, each) => (each instanceof Promise ? count + 1 : count), 0);

/** Counts a list; its elements that are promises are collected in later turns. */
const countList = (value: unknown, budget: GraphqlContext['values'], info: GraphQLResolveInfo): unknown => {
  if (!Array.isArray(value)) return value;
  const values = valuesOf(info);
  return budget.take(value.length * values, (value.length - countPromises(value)) * values) ? value : [];
};

const counting = (resolve: Resolver): Resolver => {
  const counted: Resolver = (source, args, context, info) => {
    const value: unknown = resolve(source, args, context, info);
    return value instanceof Promise
      ? value.then(each => countList(each, context.values, info))
      : countList(value, context.values, info);
  };
  return isLoading(resolve) ? loads(counted) : counted;
};

/** Makes the list fields of a type count their elements; has to be called after all resolvers are attached. */
export const countLists = (type: GraphQLObjectType<JsonObject, GraphqlContext>): void => {
  for (const [name, field] of Object.entries(type.getFields()))
    if (isListType(getNullableType(field.type)))
      field.resolve = counting(
        (field.resolve as Resolver | undefined | null) ?? memberResolver(name),
      ) as typeof field.resolve;
};
