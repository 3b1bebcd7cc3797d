/**
 * The condition of a trigger over a resource (ERR034). It was read when the extension was saved; what can still fail is
 * - that it no longer can be read, because a later version bounds predicates otherwise,
 * - that it asks for a field which no resource of the type can have, or for members of what is plain text or a number,
 * - that it asks whether something lies within a circle that by its declaration is no point.
 * A field that this resource merely lacks is none of these: it is not defined, as in any query.
 */
import type { TSchema } from '@sinclair/typebox';
import type { ExtensionIdentity } from '../engine/ExtensionCall.js';
import type { Predicate } from '../engine/query/predicate/ast.js';
import { compilePredicate } from '../engine/query/predicate/compile.js';
import type { ResourceType } from '../engine/define/ResourceType.js';
import { ApiError, errorEntry, failAll } from '../errors/ApiError.js';
import { readCondition } from '../resources/extension/triggers.js';

/** What a value can hold, as far as its declaration says; undefined: anything. */
type Shape = TSchema | undefined;

const anything = undefined;

const elementOf = (shape: Shape): Shape => (shape?.type === 'array' ? elementOf(shape.items as TSchema) : shape);

const isPlain = (shape: Shape): boolean => ['string', 'number', 'integer', 'boolean'].includes(shape?.type as string);

const isPoint = (shape: Shape): boolean =>
  shape === undefined || shape.type === undefined || Object.hasOwn((shape.properties ?? {}) as object, 'coordinates');

interface Complaint {
  readonly complaint: string;
}

/** The declaration of a member; false: there is no such member. */
const memberOf = (shape: Shape, field: string): Shape | false => {
  const element = elementOf(shape);
  const properties = element?.properties as Record<string, TSchema> | undefined;
  if (properties === undefined) return isPlain(element) ? false : anything;
  return Object.hasOwn(properties, field) ? properties[field] : false;
};

/** What about a predicate cannot be evaluated on values of a shape. */
const complaintOf = (predicate: Predicate, shape: Shape, path: string): Complaint | undefined => {
  switch (predicate.kind) {
    case 'and':
    case 'or':
      return firstOf(predicate.parts, shape, path);
    case 'not':
      return complaintOf(predicate.part, shape, path);
    default:
      break;
  }
  const at = path === '' ? predicate.field : `${path}.${predicate.field}`;
  const member = memberOf(shape, predicate.field);
  if (member === false) return { complaint: `The compared field '${at}' is not present.` };
  if (predicate.kind === 'nested') return complaintOf(predicate.part, member, at);
  if (predicate.kind === 'within' && !isPoint(elementOf(member)))
    return { complaint: `The field '${at}' is no point.` };
  return undefined;
};

const firstOf = (parts: readonly Predicate[], shape: Shape, path: string): Complaint | undefined => {
  for (const part of parts) {
    const found = complaintOf(part, shape, path);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** What the engine sets, of any shape, beside the resource type's own members. */
const shapeOf = ({ members, definition: { resource } }: ResourceType): TSchema =>
  ({
    type: 'object',
    properties: Object.fromEntries(members.map(name => [name, resource.properties[name] ?? {}])),
  }) as unknown as TSchema;

const notEvaluated = (by: ExtensionIdentity, complaint: string): ApiError =>
  failAll([
    {
      ...errorEntry('ExtensionPredicateEvaluationFailed', {
        message: `The condition of the extension cannot be evaluated. ${complaint}`,
      }),
      errorByExtension: by,
    },
  ]);

type Condition = (resource: unknown) => boolean;

const compile = (text: string, by: ExtensionIdentity, resourceType: ResourceType): Condition => {
  let predicate: Predicate;
  try {
    predicate = readCondition(text);
  } catch (error) {
    throw error instanceof ApiError ? notEvaluated(by, error.message) : error;
  }
  const found = complaintOf(predicate, shapeOf(resourceType), '');
  if (found !== undefined) throw notEvaluated(by, found.complaint);
  return compilePredicate(predicate);
};

/** A condition as a function, made when it is first needed. */
export const lazyCondition = (
  text: string,
  by: ExtensionIdentity,
): ((resourceType: ResourceType, resource: unknown) => boolean) => {
  let condition: Condition | undefined;
  return (resourceType, resource) => (condition ??= compile(text, by, resourceType))(resource);
};
