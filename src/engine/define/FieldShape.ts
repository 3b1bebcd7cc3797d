/** The fields that queries can name, compiled from the declared shape of a resource. */
import type { TSchema } from '@sinclair/typebox';
import { CalendarDate } from '../schema/primitives.js';
import { firstMoment, type TimeFormat } from '../schema/dateTimes.js';
import { type Base, BaseShape } from './Base.js';

/** The resources of a project that declare names: the Types of custom fields, the product types of attributes. */
export interface NameSource {
  /** The type of the declaring resources. */
  readonly typeId: string;
  /** Only declarations for this kind of holder count; undefined where all count. */
  readonly holder?: string;
  /** True if any name is valid as long as the project has no such resource. */
  readonly isOptional?: boolean;
}

/** The names that one resource declares, and the kinds of holders that it declares them for; absent: for all. */
export interface DeclaredNames {
  readonly names: readonly string[];
  /** The names of fields whose values are times. */
  readonly formats?: ReadonlyMap<string, TimeFormat>;
  readonly holders?: readonly string[];
}

/** A field that follows from members. Queries can name it, and no resource shows it. */
export interface DerivedField<R = Base> {
  /** The top-level members that it follows from. */
  readonly from: readonly (keyof R & string)[];
  /** Derives the field from these members; undefined where the resource has none. */
  readonly derive: (resource: Partial<R>) => string | true | undefined;
  /** The type of its values; absent: texts. */
  readonly holds?: 'boolean';
  /** Returns the value that stands for a text of a query; absent: the text itself. */
  readonly normalize?: (text: string) => string;
}

/** The values at one place of a resource. A list has the shape of its elements, since queries look into lists. */
export type FieldShape =
  /** Any value, with any members. `isDeclared`: members named like language tags are texts by language. */
  | { readonly kind: 'any'; readonly isDeclared?: boolean }
  /**
   * A text, number or flag. `names`: a text that is one of the names that the project declares; `format`: a time, so
   * that other texts of a query are mistakes; `normalize`: texts of a query are compared in this form; `isLanguage`: a
   * language tag.
   */
  | {
      readonly kind: 'plain';
      readonly names?: NameSource;
      readonly format?: TimeFormat;
      readonly normalize?: (text: string) => string;
      readonly isLanguage?: boolean;
    }
  /** An object whose members have the names that the project declares. */
  | { readonly kind: 'declared'; readonly names: NameSource }
  | ObjectShape;

export interface ObjectShape {
  readonly kind: 'object';
  readonly members: ReadonlyMap<string, FieldShape>;
  /** Members of other names; `pattern` tells which names they have. */
  readonly others?: { readonly pattern?: RegExp; readonly shape: FieldShape };
}

/** Marks of schemas about queries; validators ignore them. */
interface QueryMarks {
  /** Names of members that queries may name though they are not declared: they match no resource, or only some. */
  readonly queryableMembers?: readonly string[];
  /** Names of members that queries may not name, since they are not stored. */
  readonly unqueryableMembers?: readonly string[];
  /** For each member, the holder of the custom fields in it, as resourceTypeIds of Types name it. */
  readonly customFieldHolders?: Readonly<Record<string, string>>;
  /** The type of the resources that declare the names. */
  readonly declaredBy?: string;
}

interface Parts extends QueryMarks {
  readonly type?: string;
  readonly dateTime?: boolean;
  readonly languageTag?: boolean;
  readonly pattern?: string;
  readonly undeclared?: string;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly propertyNames?: { readonly pattern?: string };
  readonly patternProperties?: Readonly<Record<string, TSchema>>;
  readonly additionalProperties?: TSchema | boolean;
}

const anyField: FieldShape = { kind: 'any' };
/** A value of a custom field or of an attribute. */
export const declaredValue: FieldShape = { kind: 'any', isDeclared: true };
const languageField: FieldShape = { kind: 'plain', isLanguage: true };
const plainField: FieldShape = { kind: 'plain' };
const dateTimeField: FieldShape = { kind: 'plain', format: 'DateTime', normalize: firstMoment };
const dateField: FieldShape = { kind: 'plain', format: 'Date' };
const plainTypes: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean']);

const isObjectShape = (shape: FieldShape): shape is ObjectShape => shape.kind === 'object';

/** The members of all alternatives. */
const unionShape = (alternatives: readonly FieldShape[]): FieldShape => {
  const objects = alternatives.filter(isObjectShape);
  if (alternatives.some(({ kind }) => kind === 'any' || kind === 'declared')) return anyField;
  if (objects.length === 0) return plainField;
  return {
    kind: 'object',
    members: new Map(objects.flatMap(({ members }) => [...members])),
    others: objects.find(({ others }) => others !== undefined)?.others,
  };
};

const otherMembers = (parts: Parts, holder: string | undefined): ObjectShape['others'] => {
  const { propertyNames, patternProperties = {}, additionalProperties, queryableMembers } = parts;
  const [value = additionalProperties] = Object.values(patternProperties);
  if (value === undefined || value === false || (value === true && queryableMembers !== undefined)) return undefined;
  return {
    pattern: propertyNames?.pattern === undefined ? undefined : new RegExp(propertyNames.pattern),
    shape: value === true ? anyField : compileFieldShape(value, holder),
  };
};

const objectShape = (parts: Parts, holder: string | undefined): ObjectShape => {
  const { properties = {}, queryableMembers = [], unqueryableMembers = [], customFieldHolders } = parts;
  const holderOf = (name: string) => (customFieldHolders === undefined ? holder : customFieldHolders[name]);
  return {
    kind: 'object',
    members: new Map([
      ...queryableMembers.map(name => [name, anyField] as const),
      ...Object.entries(properties)
        .filter(([name]) => !unqueryableMembers.includes(name))
        .map(([name, member]) => [name, compileFieldShape(member, holderOf(name))] as const),
    ]),
    others: otherMembers(parts, holder),
  };
};

/** The shape of whole resources, with the members that the engine sets and the fields that follow from members. */
export const compileResourceFields = (
  typeId: string,
  resource: TSchema,
  derivedFields: Readonly<Record<string, DerivedField>> = {},
): ObjectShape => {
  const { members, others } = objectShape({ customFieldHolders: { custom: typeId }, ...resource }, undefined);
  const derived = Object.entries(derivedFields).map(([name, { normalize }]): [string, FieldShape] => [
    name,
    { kind: 'plain', normalize },
  ]);
  return {
    kind: 'object',
    members: new Map([...objectShape(BaseShape, undefined).members, ...members, ...derived]),
    others,
  };
};

/** Compiles a schema; `holder` is the holder of the custom fields in the value, if it has any. */
function compileFieldShape(schema: TSchema, holder?: string): FieldShape {
  const parts = schema as Parts;
  if (parts.type === 'array') return compileFieldShape(parts.items!, holder);
  if (parts.anyOf !== undefined) return unionShape(parts.anyOf.map(part => compileFieldShape(part, holder)));
  const names = parts.declaredBy === undefined ? undefined : { typeId: parts.declaredBy, holder };
  if (parts.undeclared === 'value' && parts.type === undefined) return declaredValue;
  if (parts.undeclared === 'values') return names === undefined ? anyField : { kind: 'declared', names };
  if (parts.type === 'object') return objectShape(parts, holder);
  if (parts.dateTime === true) return dateTimeField;
  if (parts.languageTag === true) return languageField;
  if (parts.pattern === CalendarDate.pattern) return dateField;
  return plainTypes.has(parts.type) ? { kind: 'plain', names: names && { ...names, isOptional: true } } : anyField;
}
