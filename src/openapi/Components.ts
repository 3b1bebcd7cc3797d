/** Declared shapes as JSON Schema: our own marks become what everybody reads, and what has a name is referred to. */
import type { TSchema } from '@sinclair/typebox';
import type { ReferenceMark } from '../schema/schemaPaths.js';
import { pascalCase } from './naming.js';
import { shapeNames } from './shapeNames.js';

/** A schema of the description; plain JSON. */
export type Schema = Readonly<Record<string, unknown>>;

export interface Components {
  /** What a declared shape is in the description: a reference where the shape has a name. */
  readonly schema: (declared: TSchema) => Schema;
  /** The same, written out. */
  readonly written: (declared: TSchema) => Schema;
  /** Refers to the component of a name, made when it is first asked for; `of` tells it from another one of that name. */
  readonly component: (name: string, of: unknown, make: () => Schema) => Schema;
  /** All of them by name, in the order of the alphabet. */
  readonly all: () => Readonly<Record<string, Schema>>;
}

/** `a/b` within a JSON pointer. */
export const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

export const closedObject = (properties: Readonly<Record<string, Schema>>, required: readonly string[]): Schema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const anything: Schema = {};

/** What stands in place of the members that only the validators know. */
const translated = ({ dateTime, undeclared, ...plain }: Schema): Schema => {
  if (dateTime === true) return { ...plain, format: 'date-time' };
  if (undeclared === 'values')
    return { ...plain, additionalProperties: anything, description: 'Values by the names of the fields of the Type.' };
  return undeclared === 'value' ? { ...plain, description: 'Any value that fits its definition.' } : plain;
};

/** References that are not declared as such are expanded all the same. */
const isReference = ({ properties = {} }: TSchema): boolean => Object.keys(properties as object).join() === 'typeId,id';

const expanded: Schema = { type: 'object', description: 'The resource itself, where `expand` asks for it.' };

const identifierOf = ({ typeId }: ReferenceMark): Schema => ({
  type: 'object',
  description: 'Either `id` or `key` tells which one.',
  properties: { typeId: { const: typeId }, id: { type: 'string' }, key: { type: 'string' } },
  additionalProperties: false,
});

const keyReferenceOf = ({ typeId }: ReferenceMark): Schema =>
  closedObject({ typeId: { const: typeId }, key: { type: 'string' } }, ['typeId', 'key']);

/** `resourceOf` tells the component of a resource type; undefined for one that has no endpoints. */
export const createComponents = (resourceOf: (typeId: string) => Schema | undefined): Components => {
  const schemas = new Map<string, { readonly of: unknown; schema: Schema }>();

  const component: Components['component'] = (name, of, make) => {
    const known = schemas.get(name);
    if (known === undefined) {
      const entry = { of, schema: anything };
      // First the name: what refers to itself would be made without end.
      schemas.set(name, entry);
      entry.schema = make();
    } else if (known.of !== of) throw new Error(`two components of the description are called ${name}`);
    return { $ref: `#/components/schemas/${name}` };
  };

  const referenceOf = (mark: ReferenceMark): Schema => {
    const name = pascalCase(mark.typeId);
    if (mark.by === 'key') return component(`${name}KeyReference`, mark.typeId, () => keyReferenceOf(mark));
    return component(`${name}Reference`, mark.typeId, () =>
      closedObject(
        { typeId: { const: mark.typeId }, id: { type: 'string' }, obj: resourceOf(mark.typeId) ?? expanded },
        ['typeId', 'id'],
      ),
    );
  };

  const members = (of: Readonly<Record<string, TSchema>>): Record<string, Schema> =>
    Object.fromEntries(Object.entries(of).map(([name, member]) => [name, schema(member)]));

  const written: Components['written'] = declared => {
    const { items, properties, patternProperties, additionalProperties, anyOf, ...rest } = declared as TSchema &
      Record<string, never>;
    return translated({
      ...rest,
      ...(items !== undefined && { items: schema(items) }),
      ...(properties !== undefined && {
        properties: { ...members(properties), ...(isReference(declared) && { obj: expanded }) },
      }),
      ...(patternProperties !== undefined && { patternProperties: members(patternProperties) }),
      ...(additionalProperties !== undefined && {
        additionalProperties:
          typeof additionalProperties === 'object' ? schema(additionalProperties) : additionalProperties,
      }),
      ...(anyOf !== undefined && { anyOf: (anyOf as TSchema[]).map(schema) }),
    });
  };

  const schema: Components['schema'] = declared => {
    if (declared.reference !== undefined) return referenceOf(declared.reference as ReferenceMark);
    if (declared.identifier !== undefined) {
      const mark = declared.identifier as ReferenceMark;
      return component(`${pascalCase(mark.typeId)}ResourceIdentifier`, mark.typeId, () => identifierOf(mark));
    }
    const text = JSON.stringify(declared);
    const name = shapeNames.get(text);
    return name === undefined ? written(declared) : component(name, text, () => written(declared));
  };

  const all: Components['all'] = () =>
    Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, entry]) => [name, entry.schema]));

  return { schema, written, component, all };
};
