/** Finds the input of a document that caused the error of a draft or an update action. */
import {
  type FieldNode,
  getNullableType,
  type GraphQLInputType,
  type GraphQLObjectType,
  isInputObjectType,
  isListType,
  Kind,
  type ValueNode,
} from 'graphql';
import { ApiError, type ErrorEntry } from '../base/errors/ApiError.js';
import type { Arguments } from './GraphqlContext.js';

/** A step into an input value: the name of a member, or an index. */
export type PathStep = string | number;

/** Prints the path of a value in the input: `$draft.addresses[0].country`. */
export const inputPath = (root: string, steps: readonly PathStep[]): string =>
  steps.reduce<string>((path, step) => (typeof step === 'number' ? `${path}[${step}]` : `${path}.${step}`), root);

/** The field that a resolver answers. */
interface ResolvedField {
  readonly parentType: GraphQLObjectType;
  readonly fieldName: string;
  readonly fieldNodes: readonly FieldNode[];
}

/** An input: a part of a variable, or a literal of the document. */
export type InputPlace = { readonly variable: string } | { readonly literal: ValueNode };

/** An error of the API with the inputs that caused its entries. */
export class LocatedError extends ApiError {
  constructor(
    { status, entries, headers }: ApiError,
    readonly places: readonly (InputPlace | undefined)[],
  ) {
    super(status, entries, headers);
  }
}

/** Splits a path such as `addresses[0].country` into steps. */
const parseWirePath = (path: string): PathStep[] =>
  [...path.matchAll(/[^.[\]]+/g)].map(([step], at) => (at > 0 && /^\d+$/.test(step) ? Number(step) : step));

/** Returns the path in the arguments: a body of REST is the argument `draft`, an action is below its name. */
const argumentPath = ({ field, actionIndex }: ErrorEntry, args: Arguments): PathStep[] | undefined => {
  if (typeof field !== 'string') return undefined;
  const steps = parseWirePath(field);
  if (!Array.isArray(args.actions)) return args.draft === undefined ? steps : ['draft', ...steps];
  const isWhole = steps[0] === 'actions';
  const index = isWhole ? steps[1] : actionIndex;
  const action = typeof index === 'number' ? (args.actions[index] as Arguments | undefined) : undefined;
  const [name] = Object.entries(action ?? {}).find(([, payload]) => payload !== undefined && payload !== null) ?? [];
  return name === undefined ? undefined : ['actions', index as number, name, ...steps.slice(isWhole ? 2 : 0)];
};

/** Tells whether the input type has a value at a path: some errors name members that only REST has. */
const hasPath = (given: GraphQLInputType | undefined, steps: readonly PathStep[]): boolean => {
  const [step, ...rest] = steps;
  const type = given && getNullableType(given);
  if (type === undefined) return false;
  if (step === undefined) return true;
  if (typeof step === 'number') return isListType(type) && hasPath(type.ofType as GraphQLInputType, rest);
  return isInputObjectType(type) && hasPath(type.getFields()[step]?.type, rest);
};

const childNode = (node: ValueNode, step: PathStep): ValueNode | undefined => {
  if (node.kind === Kind.LIST && typeof step === 'number') return node.values[step];
  if (node.kind !== Kind.OBJECT) return undefined;
  return node.fields.find(({ name }) => name.value === step)?.value;
};

/** Follows a path to a variable or to the innermost literal. */
const placeBelow = (node: ValueNode, steps: readonly PathStep[]): InputPlace => {
  if (node.kind === Kind.VARIABLE) return { variable: inputPath(`$${node.name.value}`, steps) };
  const [step, ...rest] = steps;
  const child = step === undefined ? undefined : childNode(node, step);
  return child === undefined ? { literal: node } : placeBelow(child, rest);
};

/** Finds the input of one entry; undefined if it names no input of the document. */
const locateEntry = (
  entry: ErrorEntry,
  args: Arguments,
  { parentType, fieldName, fieldNodes }: ResolvedField,
): InputPlace | undefined => {
  const [argument, ...rest] = argumentPath(entry, args) ?? [];
  const declared = parentType.getFields()[fieldName]?.args.find(({ name }) => name === argument);
  const node = fieldNodes[0]?.arguments?.find(({ name }) => name.value === argument)?.value;
  return node !== undefined && hasPath(declared?.type, rest) ? placeBelow(node, rest) : undefined;
};

/** Adds the inputs that caused an error of the API; other errors stay as they are. */
export const locateInput = (error: unknown, args: Arguments, field: ResolvedField): unknown =>
  error instanceof ApiError
    ? new LocatedError(
        error,
        error.entries.map(entry => locateEntry(entry, args, field)),
      )
    : error;
