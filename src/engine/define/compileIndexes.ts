import type { TSchema } from '@sinclair/typebox';
import { markedPaths } from '../schema/compilePaths.js';
import type { ResourceDefinition } from './ResourceDefinition.js';
import type { IndexedPath, ResourceSchema } from './ResourceSchema.js';
import { toUtcDateTime } from '../schema/dateTimes.js';

const memberSchema = (schema: TSchema | undefined, name: string): TSchema | undefined =>
  (
    (schema?.type === 'array' ? (schema.items as TSchema) : schema)?.properties as Record<string, TSchema> | undefined
  )?.[name];

const indexedPath = (
  { resource, derived: { fields = {} } = {} }: ResourceDefinition,
  path: string,
  hashed: boolean,
): IndexedPath => {
  const derived = Object.hasOwn(fields, path) ? fields[path] : undefined;
  if (derived !== undefined) return { path, steps: [path], hashed, holds: derived.holds ?? 'string', derived };
  const steps = path.split('.');
  const type = steps.reduce<TSchema | undefined>(memberSchema, resource)?.type as string | undefined;
  return {
    path,
    steps,
    hashed,
    holds: type === 'boolean' ? 'boolean' : type === 'integer' || type === 'number' ? 'number' : 'string',
  };
};

/** Queries that see published data alone use no index of staged data: it must be known as one (conditions.ts). */
const assertKnownStagedIndex = ({ typeId, visibility }: ResourceDefinition, { path, steps }: IndexedPath): void => {
  const published = visibility?.published;
  if (published === undefined || steps[0] !== published.member) return;
  const { member, flag, current, staged } = published;
  if (path !== `${member}.${flag}` && ![current, staged].some(data => path.startsWith(`${data}.`)))
    throw new Error(`The index ${path} of ${typeId} is by a member that holds staged data.`);
};

/** The paths with ids of targets that a resource holds as long as it refers to them: `paymentInfo.payments.id`. */
const heldTargets = ({ resource, claims }: ResourceDefinition): Map<string, string> =>
  new Map(
    (claims?.holdsTargets === undefined ? markedPaths(resource, 'reference') : []).flatMap(
      ({ steps, mark }): [string, string][] =>
        mark?.exclusive === true && mark.by !== 'key'
          ? [[[...steps.filter(step => step !== '*'), 'id'].join('.'), mark.typeId]]
          : [],
    ),
  );

type CompiledIndexes = Pick<ResourceSchema, 'indexes' | 'indexByPath' | 'hasCustomFields' | 'heldTargets'>;

export const compileIndexes = (definition: ResourceDefinition): CompiledIndexes => {
  const { resource, indexes = [], storage: { hashedIndexes = [] } = {} } = definition;
  const compiled = [
    ...indexes.map(path => indexedPath(definition, path, false)),
    ...hashedIndexes.map(path => indexedPath(definition, path, true)),
  ];
  for (const index of compiled) assertKnownStagedIndex(definition, index);
  return {
    indexes: compiled,
    indexByPath: new Map(compiled.map(index => [index.path, index])),
    hasCustomFields: memberSchema(memberSchema(resource, 'custom'), 'fields') !== undefined,
    heldTargets: heldTargets(definition),
  };
};

const fieldsPath = ['custom', 'fields'];

/** The path of a custom field of a resource. */
export const customFieldPath = (name: string): string => [...fieldsPath, name].join('.');

/** Tells whether a path leads to the value of a custom field of the resource itself. */
export const isCustomFieldPath = (path: string): boolean => {
  const steps = path.split('.');
  return steps.length === fieldsPath.length + 1 && fieldsPath.every((step, at) => steps[at] === step);
};

/** The index of a custom field. Its values may be of any type, and are listed by their hash. */
export const customFieldIndex = (path: string): IndexedPath => ({
  path,
  steps: path.split('.'),
  holds: 'string',
  hashed: true,
});

/**
 * The lists of ids of one hashed index. With 100,000 values a list has 24 ids and an id takes about 58 bytes; a key for
 * each value would take 240 (docs/measurements/indexes.md). Stored ids depend on this number, a power of two.
 */
const lists = 4_096;

export type IndexableValue = string | number | boolean;

/** Date-times are compared as times, whatever their offset: they have the text of that time. */
const comparedText = (value: IndexableValue): string =>
  typeof value === 'string' ? (toUtcDateTime(value) ?? value) : String(value);

const fnvOffset = 0x811c9dc5;
const fnvPrime = 0x01000193;
/** The upper bits of the hash, which depend on more of the text than the lower ones. */
const upperBits = 20;

/** The name of the list for a value: FNV-1a of its UTF-16 code units. Values that a predicate calls equal share one. */
export const hashedValue = (value: IndexableValue): string => {
  const text = comparedText(value);
  let hash = fnvOffset;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), fnvPrime);
  return String(((hash >>> upperBits) ^ hash) & (lists - 1));
};

/** The names of all lists. */
export const hashedValues = (): string[] => Array.from({ length: lists }, (_, list) => String(list));
