/** Resources with every member that their type declares, and the places of the references in them. */
import type { TSchema } from '@sinclair/typebox';
import type { ResourceDefinition } from '../../src/engine/define/ResourceDefinition.js';

/** Returns the reference for a place, by the types that it may have there. */
export type ReferenceFor = (typeIds: readonly string[], by: 'id' | 'key') => object;

const membersOf = ({ properties }: TSchema): Readonly<Record<string, TSchema>> =>
  (properties ?? {}) as Readonly<Record<string, TSchema>>;

const partsOf = ({ anyOf }: TSchema): readonly TSchema[] => (anyOf ?? []) as readonly TSchema[];

/** Returns the types of a reference; undefined for another shape. */
const referredTypes = (schema: TSchema): readonly string[] | undefined => {
  const { typeId, id, key } = membersOf(schema);
  if (typeId === undefined || (id ?? key) === undefined) return undefined;
  return typeId.const === undefined ? (typeId.enum ?? partsOf(typeId).map(each => each.const)) : [typeId.const];
};

const hasReference = (schema: TSchema): boolean =>
  referredTypes(schema) !== undefined ||
  [...partsOf(schema), ...Object.values(membersOf(schema)), ...(schema.items === undefined ? [] : [schema.items])].some(
    each => hasReference(each as TSchema),
  );

/** Texts for patterns; all other texts contain the name of their member. */
const texts = ['en', 'EUR', 'DE', '2026-01-01', '0.5', 'https://shop.example/{checkoutId}/{orderId}'];

const textOf = ({ pattern, dateTime }: TSchema, path: string): string => {
  if (dateTime === true) return '2026-01-01T00:00:00.000Z';
  if (/predicate$/i.test(path)) return '1 = 1';
  const name = path.replaceAll('.', '_');
  if (pattern === undefined) return name;
  return [name, ...texts].find(text => new RegExp(pattern as string, 'u').test(text)) ?? name;
};

const numberOf = ({ minimum = 2, maximum = 2_000 }: TSchema): number =>
  Math.min(Math.max(2, minimum as number), maximum as number);

/** Returns a value with every member of a shape; of several shapes, the first one with a reference. */
const fullValue = (schema: TSchema, path: string, referenceFor: ReferenceFor): unknown => {
  const typeIds = referredTypes(schema);
  if (typeIds !== undefined) return referenceFor(typeIds, membersOf(schema).id === undefined ? 'key' : 'id');
  if (schema.const !== undefined) return schema.const as unknown;
  if (schema.enum !== undefined) return (schema.enum as unknown[])[0];
  if (schema.anyOf !== undefined) {
    const parts = partsOf(schema);
    return fullValue(parts.find(hasReference) ?? parts[0]!, path, referenceFor);
  }
  switch (schema.type) {
    case 'array':
      // A list of any values could contain references, but their types are not declared.
      if (Object.keys(schema.items as TSchema).length === 0) return [];
      return Array.from({ length: Math.max(1, (schema.minItems as number | undefined) ?? 1) }, () =>
        fullValue(schema.items as TSchema, path, referenceFor),
      );
    case 'object':
      if (schema.additionalProperties !== undefined && schema.additionalProperties !== false)
        return { en: fullValue(schema.additionalProperties as TSchema, path, referenceFor) };
      return Object.fromEntries(
        Object.entries(membersOf(schema)).map(([name, member]) => [
          name,
          fullValue(member, `${path}.${name}`, referenceFor),
        ]),
      );
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return true;
    case 'string':
      return textOf(schema, path);
    default:
      return path;
  }
};

/** Returns the members of a resource, each filled; texts begin with the name. */
export const fullMembers = (
  { typeId, resource }: ResourceDefinition,
  referenceFor: ReferenceFor,
  name: string = typeId,
): Record<string, unknown> => fullValue(resource, name, referenceFor) as Record<string, unknown>;

/** A reference of a type: its path for `expand`, and the names of its place. */
export interface ReferencePath {
  readonly path: string;
  readonly place: string;
}

/** Returns the references in a value; custom fields and attributes are separate places. */
export const referencePaths = (value: unknown, holder: string, path = ''): readonly ReferencePath[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const element: unknown = Array.isArray(member) ? member[0] : member;
    const steps = `${path === '' ? '' : `${path}.`}${name}${Array.isArray(member) ? '[*]' : ''}`;
    const isReference =
      typeof element === 'object' && element !== null && 'typeId' in element && ('id' in element || 'key' in element);
    return isReference ? [{ path: steps, place: `${holder}.${name}` }] : referencePaths(element, name, steps);
  });
};

export const valuesAt = (body: unknown, path: string): readonly unknown[] =>
  path.split(/\.|(?=\[\*\])/).reduce<readonly unknown[]>(
    (values, step) =>
      values.flatMap(value => {
        if (step === '[*]') return Array.isArray(value) ? (value as unknown[]) : [];
        const member = (value as Readonly<Record<string, unknown>> | null | undefined)?.[step];
        return member === undefined ? [] : [member];
      }),
    [body],
  );
