/**
 * Converts the variables of a request to the types that an operation declares, or reports the places that do not match.
 *
 * The types are walked for each request. graphql-jit would compile a function for the variables of each operation; for
 * a list of update actions, the function has half a megabyte of code.
 */
import {
  coerceInputValue,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableDefinitionNode,
  valueFromAST,
} from 'graphql';
import { limits } from '../base/config/limits.js';
import { DocumentError, documentError } from './graphqlErrors.js';
import { inputPath, type PathStep } from './locateInput.js';

type Variables = Readonly<Record<string, unknown>>;
type Collect = (path: readonly PathStep[], reason: string) => void;

/** Is thrown to end the coercion of a value with many errors. */
class TooManyErrors extends Error {}

/**
 * Matches the text before the value in messages of the library. No regular expression matches the value itself, which
 * may have megabytes: the stack would overflow.
 */
const beforeValue = /^(?:Enum "\w+"|\w+) cannot represent [\w -]+(?=: )/;
/** Matches the text after the value in the message about a value that an enum does not have. */
const behindEnumValue = /" does not exist in "(\w+)" enum\.$/;

/** Returns the reason without the value, which may contain a password. */
const reasonOf = ({ message, extensions: { expected } }: GraphQLError): string => {
  if (typeof expected === 'string') return `Expected ${expected}.`;
  const [beginning] = beforeValue.exec(message) ?? [];
  if (beginning !== undefined) return `${beginning}.`;
  const [, name] = behindEnumValue.exec(message) ?? [];
  return name === undefined ? message : `Expected a value of the enum "${name}".`;
};

/** Matches the name of a member in a message; the schema has no longer names. */
const memberName = /^Field "(\w{1,100})" (?:is not defined|of required type)/;

/** Converts one value and collects its errors; the error of a missing member has the path of the member. */
const coerceValue = (value: unknown, type: GraphQLInputType, collect: Collect): unknown =>
  coerceInputValue(
    value,
    type,
    (path, _, error) => {
      const [, member] = memberName.exec(error.message) ?? [];
      collect(member === undefined ? path : [...path, member], reasonOf(error));
    },
    true,
  );

/** Returns the value of one variable; undefined where the request has no value and the document no default. */
const coerceVariable = (
  schema: GraphQLSchema,
  { variable: { name }, type: typeNode, defaultValue }: VariableDefinitionNode,
  variables: Variables,
  collect: Collect,
): unknown => {
  const type = typeFromAST(schema, typeNode);
  if (!isInputType(type)) throw new Error(`$${name.value} has no input type, although its document was validated`);
  if (Object.hasOwn(variables, name.value)) return coerceValue(variables[name.value], type, collect);
  if (defaultValue !== undefined) return valueFromAST(defaultValue, type);
  if (isNonNullType(type)) collect([], `A value of type "${type.toString()}" is required.`);
  return undefined;
};

/** Returns the values by the names of the variables. Throws a DocumentError with as many errors as a response has. */
export const coerceVariables = (
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Variables,
): Variables => {
  const errors: GraphQLFormattedError[] = [];
  const coerced: [name: string, value: unknown][] = [];
  try {
    for (const definition of variableDefinitions) {
      const { name } = definition.variable;
      const value = coerceVariable(schema, definition, variables, (path, reason) => {
        if (errors.length === limits.graphqlErrorsMax) throw new TooManyErrors();
        const message = `Variable "${inputPath(`$${name.value}`, path)}" got invalid value: ${reason}`;
        errors.push(documentError(new GraphQLError(message, { nodes: definition }), 'InvalidInput'));
      });
      if (value !== undefined) coerced.push([name.value, value]);
    }
  } catch (error) {
    if (!(error instanceof TooManyErrors)) throw error;
  }
  if (errors.length > 0) throw new DocumentError(errors);
  // The result has no prototype, so that an absent variable `$constructor` has no value.
  return Object.assign(Object.create(null) as object, Object.fromEntries(coerced));
};
