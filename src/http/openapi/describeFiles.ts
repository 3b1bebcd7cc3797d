/**
 * The files of the description: the whole, the description of each tag for the viewer, and the parts that the console
 * loads one by one: a list of the operations, each operation, each schema.
 */
import { nameOf } from './naming.js';
import type { ApiDescription } from './describeApi.js';
import type { Schema } from '../../operations/schemas/Components.js';
import { describeTag } from './describeTag.js';
import { scopeNamesOf } from './describeSecurity.js';

interface ResponseRef {
  readonly $ref?: string;
}

/** A part by its path below `/openapi/parts/`. */
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

/** Lists operations with the scopes of which one is needed; no scope where any token will do, or none is needed. */
const operationList = ({ tags }: ApiDescription, operations: readonly PlacedOperation[]): unknown =>
  tags.map(({ name }) => ({
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
      response.$ref === undefined ? response : components.responses[nameOf(response.$ref)],
    ]),
  );

/** Returns `operations`, `operations/{operationId}` for each operation and `schemas/{name}` for each schema. */
const describeParts = (description: ApiDescription): Part[] => {
  const operations = listOperations(description);
  return [
    ['operations', operationList(description, operations)],
    ...operations.map(({ method, path, operation }): Part => {
      const responses = resolveResponses(description, operation.responses);
      return [`operations/${operation.operationId}`, { method, path, ...operation, responses }];
    }),
    ...Object.entries(description.components.schemas).map(([name, schema]): Part => [`schemas/${name}`, schema]),
  ];
};

/** The files of the description by their paths, which `npm run build` writes to dist/openapi. */
export const describeFiles = (description: ApiDescription): ReadonlyMap<string, unknown> =>
  new Map([
    ['openapi.json', description],
    ...description.tags.map(({ name }) => [`tags/${name}.json`, describeTag(description, name)] as const),
    ...describeParts(description).map(([name, content]) => [`parts/${name}.json`, content] as const),
  ]);
