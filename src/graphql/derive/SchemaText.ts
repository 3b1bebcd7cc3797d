/**
 * Collects the types of the schema. Types and fields in the handwritten text take precedence over derived ones.
 */
import { type DefinitionNode, type DocumentNode, Kind, type ObjectTypeDefinitionNode, parse } from 'graphql';
import type { TSchema } from '@sinclair/typebox';
import { wordsOf } from '../../engine/schema/words.js';
import type { ObjectShape } from './shapes.js';

/** The fields of one type by name, each as text of the schema: `name: String!`. */
type Fields = Map<string, string>;

interface FieldsType {
  readonly keyword: 'type' | 'input' | 'interface';
  readonly implemented?: string;
  readonly fields: Fields;
}

const enumKey = (values: readonly string[]): string => values.toSorted().join(' ');

interface WrittenType {
  readonly fields: ReadonlySet<string>;
  /** True if derived fields can extend the type. */
  readonly isExtensible: boolean;
}

const writtenTypes = (document: DocumentNode): Map<string, WrittenType> => {
  const types = new Map<string, WrittenType>();
  for (const definition of document.definitions) {
    if (!('name' in definition) || definition.name === undefined) continue;
    const names = 'fields' in definition ? (definition.fields ?? []).map(({ name }) => name.value) : [];
    types.set(definition.name.value, {
      fields: new Set(names),
      isExtensible: definition.kind === Kind.OBJECT_TYPE_DEFINITION,
    });
  }
  return types;
};

const writtenEnums = (document: DocumentNode): Map<string, string> => {
  const enums = new Map<string, string>();
  for (const definition of document.definitions)
    if (definition.kind === Kind.ENUM_TYPE_DEFINITION) {
      const key = enumKey((definition.values ?? []).map(({ name }) => name.value));
      if (!enums.has(key)) enums.set(key, definition.name.value);
    }
  return enums;
};

/** Joins the fields of types that several parts of the text have, such as `Query`. */
const joinTypes = (document: DocumentNode): DocumentNode => {
  const types = new Map<string, ObjectTypeDefinitionNode>();
  const others: DefinitionNode[] = [];
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION) {
      others.push(definition);
      continue;
    }
    const { name, fields = [] } = definition;
    const known = types.get(name.value);
    types.set(
      name.value,
      known === undefined ? definition : { ...known, fields: [...(known.fields ?? []), ...fields] },
    );
  }
  return { ...document, definitions: [...types.values(), ...others] };
};

export class SchemaText {
  readonly #written: ReadonlyMap<string, WrittenType>;
  readonly #types = new Map<string, FieldsType>();
  readonly #enumNames: Map<string, string>;
  readonly #enums = new Map<string, readonly string[]>();
  readonly #shapes = new Map<string, string>();
  readonly #descriptions = new Map<string, string>();
  readonly #document: DocumentNode;

  constructor(writtenText: string) {
    const document = joinTypes(parse(writtenText, { noLocation: true }));
    this.#document = document;
    this.#written = writtenTypes(document);
    this.#enumNames = writtenEnums(document);
  }

  isWritten(type: string): boolean {
    return this.#written.has(type);
  }

  /** Tells whether the type takes derived fields: handwritten interfaces and scalars are complete. */
  isExtensible(type: string): boolean {
    return this.#written.get(type)?.isExtensible ?? true;
  }

  isWrittenField(type: string, field: string): boolean {
    return this.#written.get(type)?.fields.has(field) ?? false;
  }

  /** Descriptions by the name of a type, or of a type and a field: `Order`, `Order.key`. */
  get descriptions(): ReadonlyMap<string, string> {
    return this.#descriptions;
  }

  /** Describes a type, or a field of it; the first description stays. */
  describe(name: string, description: string): void {
    if (!this.#descriptions.has(name)) this.#descriptions.set(name, description);
  }

  /** Describes a field by the text of its declaration, which describes the form of a value. */
  describeMember(type: string, field: string, { description }: TSchema): void {
    if (description !== undefined)
      this.describe(`${type}.${field}`, `The ${wordsOf(field)}: ${description.replace(/[.]?$/, '.')}`);
  }

  /** Tells whether the type is already derived. */
  isDerived(type: string): boolean {
    return this.#types.has(type);
  }

  /** Throws where one name would stand for shapes with different members. */
  assertOneShape(name: string, { properties, required = [] }: ObjectShape): void {
    const members = `${Object.keys(properties).join()} ${required.join()}`;
    const known = this.#shapes.get(name) ?? members;
    if (known !== members) throw new Error(`two shapes of the schema are called ${name}: ${known}; ${members}`);
    this.#shapes.set(name, members);
  }

  /** Starts a type; its fields follow with `addField`. */
  addType(name: string, keyword: FieldsType['keyword'], implemented?: string): void {
    const known = this.#types.get(name);
    if (known === undefined) this.#types.set(name, { keyword, implemented, fields: new Map() });
    else if (implemented !== undefined && known.implemented !== implemented)
      // A kind may belong to two shapes, such as a percentage that a discount takes off a cart or a price.
      this.#types.set(name, { ...known, implemented: `${known.implemented} & ${implemented}` });
  }

  addField(type: string, name: string, text: string): void {
    if (!this.isWrittenField(type, name)) this.#types.get(type)?.fields.set(name, text);
  }

  /** Removes a derived type and returns its fields, which become arguments. */
  takeFields(type: string): string[] {
    const fields = [...(this.#types.get(type)?.fields.values() ?? [])];
    this.#types.delete(type);
    return fields;
  }

  /**
   * Returns the name of an enumeration: the first name that the same values got, unless the declaration gives a name.
   * If the suggested enumeration contains all the values, its name is used.
   */
  enumName(values: readonly string[], suggested: string, isNamed: boolean): string {
    const key = enumKey(values);
    const known = this.#enumNames.get(key);
    if (known !== undefined && !isNamed) return known;
    if (this.isWritten(suggested)) return suggested;
    const larger = this.#enums.get(suggested);
    if (larger !== undefined && values.every(value => larger.includes(value))) return suggested;
    this.#enumNames.set(key, suggested);
    this.#enums.set(suggested, values);
    return suggested;
  }

  /** Returns the whole schema; derived fields of a handwritten type extend it. */
  toDocument(): DocumentNode {
    const types = [...this.#types]
      .filter(([, { fields }]) => fields.size > 0)
      .map(([name, { keyword, implemented, fields }]) => {
        const extension = this.isWritten(name) ? 'extend ' : '';
        const interfaces = implemented === undefined ? '' : ` implements ${implemented}`;
        return `${extension}${keyword} ${name}${interfaces} {\n  ${[...fields.values()].join('\n  ')}\n}`;
      });
    const enums = [...this.#enums].map(([name, values]) => `enum ${name} { ${values.join(' ')} }`);
    const derived = parse([...types, ...enums].join('\n'), { noLocation: true });
    return { ...this.#document, definitions: [...this.#document.definitions, ...derived.definitions] };
  }
}
