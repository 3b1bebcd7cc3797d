/** Checks a document before it is compiled: its length, aliases, size, operation and validity. */
import {
  type DocumentNode,
  getOperationAST,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  validate,
  visit,
} from 'graphql';
import { limits } from '../base/config/limits.js';
import { inexactNumberMessage, isExactNumber } from '../engine/document/inexactNumber.js';
import { DocumentError } from './graphqlErrors.js';
import type { OperationSize } from './measureOperation.js';

/** Parses a document of limited length. */
export const parseDocument = (text: string): DocumentNode => {
  const bytes = Buffer.byteLength(text);
  if (bytes > limits.graphqlDocumentBytesMax)
    throw DocumentError.withMessage(
      `The document is ${bytes} bytes long; at most ${limits.graphqlDocumentBytesMax} are allowed.`,
    );
  try {
    return parse(text, { maxTokens: limits.graphqlTokensMax });
  } catch (error) {
    if (error instanceof GraphQLError) throw DocumentError.of([error], 'SyntaxError');
    throw error;
  }
};

/**
 * Limits aliases, which repeat one field many times. Refuses the name `__proto__`, which JavaScript interprets, and
 * numbers that JavaScript would round; JSON bodies are refused in the same way (engine/document/json.ts).
 */
export const assertNodes = (document: DocumentNode): void => {
  let count = 0;
  visit(document, {
    enter: node => {
      if (node.kind === Kind.FIELD && node.alias !== undefined) count++;
      if (node.kind === Kind.NAME && node.value === '__proto__')
        throw DocumentError.withMessage("The name '__proto__' is not allowed.");
      if ((node.kind === Kind.INT || node.kind === Kind.FLOAT) && !isExactNumber(node.value))
        throw DocumentError.withMessage(inexactNumberMessage(node.value));
    },
  });
  if (count > limits.graphqlAliasesMax)
    throw DocumentError.withMessage(
      `The document has ${count} aliases; at most ${limits.graphqlAliasesMax} are allowed.`,
    );
};

export const findOperation = (document: DocumentNode, operationName: string | undefined): OperationDefinitionNode => {
  const operation = getOperationAST(document, operationName);
  if (operation) return operation;
  throw DocumentError.withMessage(
    operationName === undefined
      ? 'The document must hold exactly one operation, or operationName must name the one to run.'
      : `The document has no operation named '${operationName.slice(0, 100)}'.`,
  );
};

export const assertSize = ({ depth, fields }: OperationSize, depthMax: number): void => {
  if (depth > depthMax)
    throw DocumentError.withMessage(`The query is ${depth} levels deep; at most ${depthMax} are allowed.`);
  if (fields > limits.graphqlFieldsMax)
    throw DocumentError.withMessage(
      `The query has ${fields} fields with its fragments written out; at most ${limits.graphqlFieldsMax} are allowed.`,
    );
};

/** Removes the suggestion of a name, which would reveal the schema where introspection is off. */
const withoutSuggestion = ({ message, nodes }: GraphQLError): GraphQLError =>
  new GraphQLError(message.replace(/ Did you mean .*$/s, ''), { nodes });

export const assertValid = (schema: GraphQLSchema, document: DocumentNode, introspection: boolean): void => {
  const rules = introspection ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule];
  const errors = validate(schema, document, rules, { maxErrors: limits.graphqlErrorsMax });
  if (errors.length > 0) throw DocumentError.of(introspection ? errors : errors.map(withoutSuggestion), 'InvalidInput');
};
