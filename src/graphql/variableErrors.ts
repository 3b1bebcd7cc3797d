/** Tells which variables do not match the declarations of an operation, and where in them. */
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
} from 'graphql';
import { limits } from '../config/limits.js';
import { documentError } from './graphqlErrors.js';
import { inputPath, type PathStep } from './inputPath.js';

type Variables = Readonly<Record<string, unknown>>;
type Collect = (path: readonly PathStep[], reason: string) => void;

/** Ends the coercion of a value with many errors. */
class TooManyErrors extends Error {}

/**
 * What stands before the value in messages of the library. No expression matches the value itself, which may have
 * megabytes: its stack would overflow.
 */
const beforeValue = /^(?:Enum "\w+"|\w+) cannot represent [\w -]+(?=: )/;
/** What stands behind the value in the message about a value that an enum does not have. */
const behindEnumValue = /" does not exist in "(\w+)" enum\.$/;

/** The reason without the value: it may contain a password. */
const reasonOf = ({ message, extensions: { expected } }: GraphQLError): string => {
  if (typeof expected === 'string') return `Expected ${expected}.`;
  const [beginning] = beforeValue.exec(message) ?? [];
  if (beginning !== undefined) return `${beginning}.`;
  const [, name] = behindEnumValue.exec(message) ?? [];
  return name === undefined ? message : `Expected a value of the enum "${name}".`;
};

/** A longer name is not in the schema, and stays in the message. */
const memberName = /^Field "(\w{1,100})" (?:is not defined|of required type)/;

/** Collects what is wrong with one value; a member that is missing or not defined is named by its own path. */
const collectErrors = (value: unknown, type: GraphQLInputType, collect: Collect): void => {
  coerceInputValue(
    value,
    type,
    (path, _, error) => {
      const [, member] = memberName.exec(error.message) ?? [];
      collect(member === undefined ? path : [...path, member], reasonOf(error));
    },
    true,
  );
};

const checkVariable = (
  schema: GraphQLSchema,
  { variable: { name }, type: typeNode, defaultValue }: VariableDefinitionNode,
  variables: Variables,
  collect: Collect,
): void => {
  const type = typeFromAST(schema, typeNode);
  if (!isInputType(type)) return;
  if (Object.hasOwn(variables, name.value)) return collectErrors(variables[name.value], type, collect);
  if (isNonNullType(type) && defaultValue === undefined)
    collect([], `A value of type "${type.toString()}" is required.`);
};

const mismatch = 'The variables do not match the declarations of the document.';

/** The errors of variables that were refused; at least one, and at most as many as a response has. */
export const variableErrors = (
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Variables,
): GraphQLFormattedError[] => {
  const errors: GraphQLFormattedError[] = [];
  try {
    for (const definition of variableDefinitions)
      checkVariable(schema, definition, variables, (path, reason) => {
        if (errors.length === limits.graphqlErrorsMax) throw new TooManyErrors();
        const message = `Variable "${inputPath(`$${definition.variable.name.value}`, path)}" got invalid value: ${reason}`;
        errors.push(documentError(new GraphQLError(message, { nodes: definition }), 'InvalidInput'));
      });
  } catch (error) {
    if (!(error instanceof TooManyErrors)) throw error;
  }
  return errors.length > 0 ? errors : [documentError(new GraphQLError(mismatch), 'InvalidInput')];
};
