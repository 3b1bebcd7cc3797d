/**
 * Lists the errors of a value that the quick check refused, in the order of the schema. Like that check, it drops
 * undeclared members and changes times and tags in place; it decides where the check is too strict.
 */
import type { Static, TSchema } from '@sinclair/typebox';
import { limits } from '../../base/config/limits.js';
import { isJsonObject } from '../document/json.js';
import { canonicalLanguageTag, isLanguageTag, storeLanguages } from '../schema/languageTags.js';
import { saysSomething, storedDateTime } from './compileQuickCheck.js';

/** The keyword of a schema that a value does not fit. */
export interface SchemaError {
  readonly keyword: string;
  readonly schema: TSchema;
  readonly value: unknown;
  /** Names of members and positions in lists, from the value that was checked. */
  readonly path: readonly (string | number)[];
}

type Holder = Record<string | number, unknown>;

/** The place of a value and the errors that were found before. */
interface Place {
  readonly holder: Holder;
  readonly name: string | number;
  readonly path: readonly (string | number)[];
  readonly errors: SchemaError[];
}

type Rule = (schema: TSchema, value: never, place: Place) => boolean;

/** Tells whether the response can hold no more errors: nothing is checked any more. */
const isFull = (errors: readonly SchemaError[]): boolean => errors.length >= limits.errorEntriesMax;

/** Schemas count code points, and a text has at least half as many as its length. */
const hasLength = (text: string, min: number, max: number): boolean => {
  if (text.length < min || text.length > 2 * max) return false;
  if (text.length <= max && text.length >= 2 * min) return true;
  const codePoints = /[\ud800-\udfff]/.test(text) ? Array.from(text).length : text.length;
  return codePoints >= min && codePoints <= max;
};

const expressions = new Map<string, RegExp>();

/** Schemas are declared, so the number of patterns is bounded. */
const expressionOf = (pattern: string): RegExp => {
  const expression = expressions.get(pattern) ?? new RegExp(pattern, 'u');
  expressions.set(pattern, expression);
  return expression;
};

const fitsDateTime = (_schema: TSchema, text: string, { holder, name }: Place): boolean => {
  const utc = storedDateTime(text);
  if (utc !== undefined) holder[name] = utc;
  return utc !== undefined;
};

/** A text that is no tag is refused by its pattern. */
const storeLanguage = (_schema: TSchema, text: string, { holder, name }: Place): true => {
  if (isLanguageTag(text)) holder[name] = canonicalLanguageTag(text);
  return true;
};

/** The keywords of each type of JSON, which are checked in this order. */
const rules: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  string: {
    maxLength: ({ maxLength }, text: string) => hasLength(text, 0, maxLength as number),
    minLength: ({ minLength }, text: string) => hasLength(text, minLength as number, Infinity),
    pattern: ({ pattern }, text: string) => expressionOf(pattern as string).test(text),
    dateTime: fitsDateTime,
    languageTag: storeLanguage,
  },
  number: {
    maximum: ({ maximum }, value: number) => value <= maximum,
    minimum: ({ minimum }, value: number) => value >= minimum,
  },
  array: {
    maxItems: ({ maxItems }, list: unknown[]) => list.length <= maxItems,
    minItems: ({ minItems }, list: unknown[]) => list.length >= minItems,
  },
  object: {
    maxProperties: ({ maxProperties }, value: object) => Object.keys(value).length <= maxProperties,
    minProperties: ({ minProperties }, value: object) => Object.keys(value).length >= minProperties,
  },
};

const rulesByType = new Map(Object.entries(rules).map(([type, ofType]) => [type, Object.entries(ofType)] as const));

/** The type of a value of JSON; undefined for one that JSON does not have. */
const typeOf = (value: unknown): string | undefined => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isFinite(value) ? 'number' : undefined;
  return value === undefined ? undefined : typeof value;
};

const isOfType = (schemaType: unknown, type: string | undefined, value: unknown): boolean =>
  schemaType === undefined || (schemaType === 'integer' ? Number.isInteger(value) : schemaType === type);

const within = (schema: TSchema, value: unknown, name: string | number, { path, errors }: Place): void =>
  addErrors(schema, (value as Holder)[name], { holder: value as Holder, name, path: [...path, name], errors });

const addElementErrors = (items: TSchema, list: readonly unknown[], place: Place): void => {
  for (let at = 0; at < list.length && !isFull(place.errors); at++) within(items, list, at, place);
};

const addRecordErrors = ({ propertyNames, additionalProperties }: TSchema, value: Holder, place: Place): void => {
  const { errors, path } = place;
  const names = Object.keys(value);
  for (const name of propertyNames === undefined ? [] : names) {
    if (isFull(errors)) return;
    if (errorsOf(propertyNames as TSchema, name).length > 0)
      errors.push({ keyword: 'propertyNames', schema: {} as TSchema, value: name, path });
  }
  for (const name of names) {
    if (isFull(errors)) return;
    within(additionalProperties as TSchema, value, name, place);
  }
  if ((propertyNames as TSchema | undefined)?.languageTag === true && names.every(isLanguageTag))
    addLanguageErrors(value, place);
};

/** Two spellings of one tag would be two texts in one language. */
const addLanguageErrors = (value: Holder, { path, errors }: Place): void => {
  const repeated = storeLanguages(value);
  if (repeated === undefined) return;
  const { first: repeatedLanguage, second } = repeated;
  errors.push({ keyword: 'repeatedLanguage', schema: { repeatedLanguage } as unknown as TSchema, value: second, path });
};

/** A member without a value, which a draft made by the server may have, is like one that is not there. */
const isPresent = (value: Holder, name: string): boolean => Object.hasOwn(value, name) && value[name] !== undefined;

const addMemberErrors = (schema: TSchema, value: Holder, place: Place): void => {
  const { required = [], additionalProperties } = schema;
  const notOffered = (schema.notOffered ?? []) as readonly string[];
  const properties = (schema.properties ?? {}) as Readonly<Record<string, TSchema>>;
  for (const name of required as readonly string[])
    if (!isPresent(value, name))
      place.errors.push({ keyword: 'required', schema: properties[name]!, value, path: [...place.path, name] });
  if (isJsonObject(additionalProperties)) addRecordErrors(schema, value, place);
  if (additionalProperties === false)
    for (const name of Object.keys(value)) {
      if (isFull(place.errors)) return;
      if (Object.hasOwn(properties, name)) continue;
      if (notOffered.includes(name) && saysSomething(value[name]))
        place.errors.push({ keyword: 'notOffered', schema, value: value[name], path: [...place.path, name] });
      delete value[name];
    }
  for (const [name, member] of Object.entries(properties)) {
    if (isFull(place.errors)) return;
    if (isPresent(value, name)) within(member, value, name, place);
  }
};

/** Tells whether a list or an object is longer than allowed: its elements are then not checked. */
const isTooLong = ({ maxItems = Infinity, maxProperties = Infinity }: TSchema, value: unknown): boolean =>
  Array.isArray(value) ? value.length > maxItems : isJsonObject(value) && Object.keys(value).length > maxProperties;

const addErrors = (schema: TSchema, value: unknown, place: Place): void => {
  const { errors, path } = place;
  if (isFull(errors)) return;
  const refuse = (keyword: string): void => void errors.push({ keyword, schema, value, path });
  const type = typeOf(value);
  if (!isOfType(schema.type, type, value)) refuse('type');
  for (const [keyword, fits] of (type !== undefined && rulesByType.get(type)) || [])
    if (schema[keyword] !== undefined && !fits(schema, value as never, place)) refuse(keyword);
  if (schema.const !== undefined && value !== schema.const) refuse('const');
  if (schema.enum !== undefined && !(schema.enum as readonly unknown[]).includes(value)) refuse('enum');
  const branches = (schema.anyOf ?? []) as readonly TSchema[];
  const found = branches.map(branch => errorsOf(branch, value, place));
  if (branches.length > 0 && found.every(each => each.length > 0)) {
    errors.push(...found.flat());
    refuse('anyOf');
  }
  if (isTooLong(schema, value)) return;
  if (Array.isArray(value) && schema.items !== undefined) addElementErrors(schema.items as TSchema, value, place);
  if (isJsonObject(value)) addMemberErrors(schema, value, place);
};

/** The errors of a value, up to the limit of an answer; none when it fits the schema. */
export const errorsOf = (schema: TSchema, value: unknown, place?: Place): readonly SchemaError[] => {
  const errors: SchemaError[] = [];
  addErrors(schema, value, { holder: {}, name: '', path: [], ...place, errors });
  return errors.slice(0, limits.errorEntriesMax);
};

/** A check of a value of another service, whose undeclared members are kept where the schema allows them. */
export const schemaGuard =
  <S extends TSchema>(schema: S) =>
  (value: unknown): value is Static<S> =>
    errorsOf(schema, value).length === 0;
