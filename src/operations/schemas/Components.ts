/** Turns declared shapes into JSON Schemas of the description: named shapes become components that others refer to. */
import type { TSchema } from '@sinclair/typebox';
import { CalendarDate } from '../../engine/schema/primitives.js';
import type { ReferenceMark } from '../../engine/schema/compilePaths.js';
import { pascalCase } from '../../engine/schema/words.js';
import { nameOf } from '../../engine/schema/Named.js';

/** A JSON Schema of the description. */
export type Schema = Readonly<Record<string, unknown>>;

export const closedObject = (properties: Readonly<Record<string, Schema>>, required: readonly string[]): Schema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const anyValue: Schema = {};

/** Replaces the marks that only validators and queries understand. */
const withoutMarks = (marked: Schema): Schema => {
  const {
    dateTime,
    languageTag: _languageTag,
    undeclared,
    queryableMembers: _queryableMembers,
    customFieldHolders: _customFieldHolders,
    declaredBy: _declaredBy,
    ...plain
  } = marked;
  if (dateTime === true) return { ...plain, format: 'date-time' };
  if (plain.pattern === CalendarDate.pattern) return { ...plain, format: 'date' };
  if (undeclared === 'values')
    return { ...plain, additionalProperties: anyValue, description: 'Values by the names of the fields of the Type.' };
  return undeclared === 'value' ? { ...plain, description: 'Any value that fits its definition.' } : plain;
};

/** Tells shapes that are references without a mark, which are expanded too. */
const isUnmarkedReference = ({ properties = {} }: TSchema): boolean =>
  Object.keys(properties as object).join() === 'typeId,id';

const expandedResource: Schema = { type: 'object', description: 'The referenced resource, where `expand` names it.' };

const identifierSchema = ({ typeId }: ReferenceMark): Schema => ({
  type: 'object',
  description: 'Identifies the resource by either `id` or `key`.',
  properties: { typeId: { const: typeId }, id: { type: 'string' }, key: { type: 'string' } },
  additionalProperties: false,
});

const keyReferenceSchema = ({ typeId }: ReferenceMark): Schema =>
  closedObject({ typeId: { const: typeId }, key: { type: 'string' } }, ['typeId', 'key']);

/** The parts of a declared shape that contain other shapes. */
interface DeclaredParts {
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly patternProperties?: Readonly<Record<string, TSchema>>;
  readonly additionalProperties?: TSchema | boolean;
  readonly anyOf?: readonly TSchema[];
}

interface Component {
  /** The declaration or name that the component was made for. */
  readonly origin: unknown;
  schema: Schema;
}

export class Components {
  readonly #components = new Map<string, Component>();

  /**
   * `resourceOf` returns the component of a resource type; undefined for a type without endpoints. `referencedOf`
   * returns the schema of a resource behind a reference.
   */
  constructor(
    private readonly resourceOf: (typeId: string) => Schema | undefined,
    private readonly referencedOf = resourceOf,
  ) {}

  /** Returns the schema of a declared shape: a reference where the shape has a name. */
  schema(declared: TSchema): Schema {
    if (declared.reference !== undefined) return this.#referenceSchema(declared.reference as ReferenceMark);
    if (declared.snapshotOf !== undefined) return this.resourceOf(declared.snapshotOf as string) ?? expandedResource;
    if (declared.identifier !== undefined) {
      const mark = declared.identifier as ReferenceMark;
      const name = `${pascalCase(mark.typeId)}ResourceIdentifier`;
      return this.component(name, mark.typeId, () => identifierSchema(mark));
    }
    const name = nameOf(declared);
    return name === undefined
      ? this.inlineSchema(declared)
      : this.component(name.component, JSON.stringify(declared), () => this.inlineSchema(declared));
  }

  /** Returns the schema of a declared shape without a reference to its own name. */
  inlineSchema(declared: TSchema): Schema {
    const { items, properties, patternProperties, additionalProperties, anyOf, ...rest } = declared as DeclaredParts &
      Schema;
    return withoutMarks({
      ...rest,
      ...(items !== undefined && { items: this.schema(items) }),
      ...(properties !== undefined && {
        properties: {
          ...this.members(properties),
          ...(isUnmarkedReference(declared) && { obj: expandedResource }),
        },
      }),
      ...(patternProperties !== undefined && { patternProperties: this.members(patternProperties) }),
      ...(additionalProperties !== undefined && {
        additionalProperties:
          typeof additionalProperties === 'object' ? this.schema(additionalProperties) : additionalProperties,
      }),
      ...(anyOf !== undefined && { anyOf: anyOf.map(each => this.schema(each)) }),
    });
  }

  /**
   * Refers to the component of a name, which is made at its first use. Throws when the name is used for different
   * origins.
   */
  component(name: string, origin: unknown, make: () => Schema): Schema {
    const existing = this.#components.get(name);
    if (existing === undefined) {
      const component: Component = { origin, schema: anyValue };
      // The name is registered first: a schema that refers to itself would be made without end.
      this.#components.set(name, component);
      component.schema = make();
    } else if (existing.origin !== origin) throw new Error(`two components of the description are called ${name}`);
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Returns all components by name, in alphabetical order. */
  all(): Readonly<Record<string, Schema>> {
    const sorted = [...this.#components].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(sorted.map(([name, { schema }]) => [name, schema]));
  }

  members(members: Readonly<Record<string, TSchema>>): Record<string, Schema> {
    return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, this.schema(member)]));
  }

  #referenceSchema(mark: ReferenceMark): Schema {
    const { typeId, by } = mark;
    const name = pascalCase(typeId);
    if (by === 'key') return this.component(`${name}KeyReference`, typeId, () => keyReferenceSchema(mark));
    return this.component(`${name}Reference`, typeId, () => {
      const obj = this.referencedOf(typeId) ?? expandedResource;
      return closedObject({ typeId: { const: typeId }, id: { type: 'string' }, obj }, ['typeId', 'id']);
    });
  }
}
