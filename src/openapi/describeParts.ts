/**
 * Splits the description into the parts that the page at `/openapi` loads one by one: a list of the operations, each
 * operation, each schema. A browser takes minutes to show the whole description at once.
 */
import type { ApiDescription } from './describeApi.js';
import type { Schema } from './Components.js';
import { scopeNamesOf } from './describeSecurity.js';

interface ResponseRef {
  readonly $ref?: string;
}

/** A part by the end of its path below `/openapi/parts/`. */
type Part = readonly [name: string, content: unknown];

interface Operation extends Schema {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly responses: Readonly<Record<string, ResponseRef>>;
  readonly security: readonly Schema[];
}

interface PlacedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const listOperations = ({ paths }: ApiDescription): PlacedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation: operation as Operation,
    })),
  );

/** With the names of the scopes of which one is needed; none where any token will do, or none is needed. */
const operationList = ({ tags }: ApiDescription, operations: readonly PlacedOperation[]): unknown =>
  (tags as readonly { readonly name: string }[]).map(({ name }) => ({
    name,
    operations: operations
      .filter(({ operation }) => operation.tags.includes(name))
      .map(({ method, path, operation: { operationId, summary, security } }) => ({
        operationId,
        method,
        path,
        summary,
        scopes: scopeNamesOf(security),
      })),
  }));

/** Replaces the references to shared responses, which are short, by the responses. */
const resolveResponses = ({ components }: ApiDescription, responses: Operation['responses']): Schema =>
  Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      response.$ref === undefined ? response : components.responses[response.$ref.split('/').at(-1) ?? ''],
    ]),
  );

/** Schemas of single values, such as DateTime, are shown where they are named. */
const isSimple = (schema: Schema): boolean =>
  ['$ref', 'properties', 'patternProperties', 'items', 'oneOf', 'anyOf'].every(name => schema[name] === undefined) &&
  typeof schema.additionalProperties !== 'object';

/** Returns `simpleSchemas`, `operations`, `operations/{operationId}` for each operation and `schemas/{name}` for each schema. */
export const describeParts = (description: ApiDescription): Part[] => {
  const operations = listOperations(description);
  const schemas = Object.entries(description.components.schemas);
  return [
    ['operations', operationList(description, operations)],
    ['simpleSchemas', Object.fromEntries(schemas.filter(([, schema]) => isSimple(schema)))],
    ...operations.map(({ method, path, operation }): Part => {
      const responses = resolveResponses(description, operation.responses);
      return [`operations/${operation.operationId}`, { method, path, ...operation, responses }];
    }),
    ...schemas.map(([name, schema]): Part => [`schemas/${name}`, schema]),
  ];
};

/** Writes parts as lines for the main thread, which sends them without parsing them: a name, then its JSON. */
export const formatParts = (parts: readonly Part[]): string =>
  parts.map(([name, content]) => `${name}\n${JSON.stringify(content)}\n`).join('');
