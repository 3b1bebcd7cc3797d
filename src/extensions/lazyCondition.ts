/**
 * Evaluates the condition of a trigger on a resource (ERR034). The condition was parsed when the extension was saved;
 * it cannot be evaluated when
 * - it no longer parses, because a later version limits predicates otherwise,
 * - it names a field that no resource of the type can have, or members of plain text or of a number,
 * - it compares the distance of a field that is declared and is no point.
 * A field that only this resource lacks is undefined, as in any query.
 */
import { type TSchema, Type } from '@sinclair/typebox';
import type { ExtensionIdentity } from '../engine/ExtensionCall.js';
import type { Predicate } from '../engine/query/predicate/Predicate.js';
import { compilePredicate } from '../engine/query/predicate/compilePredicate.js';
import type { ResourceType } from '../engine/define/ResourceType.js';
import { ApiError, errorEntry, failAll } from '../errors/ApiError.js';
import { parseCondition } from '../resources/extension/triggers.js';

/** The declaration of a value; undefined where any value is allowed. */
type ValueSchema = TSchema | undefined;

const anyValue = undefined;

const elementOf = (schema: ValueSchema): ValueSchema =>
  schema?.type === 'array' ? elementOf(schema.items as TSchema) : schema;

const isScalar = (schema: ValueSchema): boolean =>
  ['string', 'number', 'integer', 'boolean'].includes(schema?.type as string);

const mayBePoint = (schema: ValueSchema): boolean =>
  schema === undefined ||
  schema.type === undefined ||
  Object.hasOwn((schema.properties ?? {}) as object, 'coordinates');

/** Returns the declaration of a member; false where the member cannot exist. */
const memberOf = (schema: ValueSchema, field: string): ValueSchema | false => {
  const element = elementOf(schema);
  const properties = element?.properties as Record<string, TSchema> | undefined;
  if (properties === undefined) return isScalar(element) ? false : anyValue;
  return Object.hasOwn(properties, field) ? properties[field] : false;
};

/** Tells why a predicate cannot be evaluated on values of a schema; undefined where it can. */
const findProblem = (predicate: Predicate, schema: ValueSchema, path: string): string | undefined => {
  switch (predicate.kind) {
    case 'and':
    case 'or':
      return findFirstProblem(predicate.parts, schema, path);
    case 'not':
      return findProblem(predicate.part, schema, path);
    default:
      break;
  }
  const at = path === '' ? predicate.field : `${path}.${predicate.field}`;
  const member = memberOf(schema, predicate.field);
  if (member === false) return `The compared field '${at}' is not present.`;
  if (predicate.kind === 'nested') return findProblem(predicate.part, member, at);
  if (predicate.kind === 'within' && !mayBePoint(elementOf(member))) return `The field '${at}' is no point.`;
  return undefined;
};

const findFirstProblem = (parts: readonly Predicate[], schema: ValueSchema, path: string): string | undefined => {
  for (const part of parts) {
    const problem = findProblem(part, schema, path);
    if (problem !== undefined) return problem;
  }
  return undefined;
};

/** The schema of a whole resource: the declared members, and those that the engine sets, of any value. */
const resourceSchema = ({ members, definition: { resource } }: ResourceType): TSchema =>
  Type.Object(Object.fromEntries(members.map(name => [name, resource.properties[name] ?? Type.Any()])));

const evaluationError = (extension: ExtensionIdentity, problem: string): ApiError => {
  const message = `The condition of the extension cannot be evaluated. ${problem}`;
  return failAll([{ ...errorEntry('ExtensionPredicateEvaluationFailed', { message }), errorByExtension: extension }]);
};

type Condition = (resource: unknown) => boolean;

const compileCondition = (text: string, extension: ExtensionIdentity, resourceType: ResourceType): Condition => {
  let predicate: Predicate;
  try {
    predicate = parseCondition(text);
  } catch (error) {
    throw error instanceof ApiError ? evaluationError(extension, error.message) : error;
  }
  const problem = findProblem(predicate, resourceSchema(resourceType), '');
  if (problem !== undefined) throw evaluationError(extension, problem);
  return compilePredicate(predicate);
};

/** Returns a condition that is compiled at its first evaluation. */
export const lazyCondition = (
  text: string,
  extension: ExtensionIdentity,
): ((resourceType: ResourceType, resource: unknown) => boolean) => {
  let condition: Condition | undefined;
  return (resourceType, resource) => (condition ??= compileCondition(text, extension, resourceType))(resource);
};
