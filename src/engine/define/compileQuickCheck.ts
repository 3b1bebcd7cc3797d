/**
 * A check that tells in one pass, without describing errors, that a value is valid. It drops nulls and undeclared
 * members and brings times and language tags into their stored form, in place. It may refuse a valid value:
 * schemaErrors.ts then decides.
 */
import type { TSchema } from '@sinclair/typebox';
import { canonicalLanguageTag, storeLanguages } from '../schema/languageTags.js';
import { toUtcDateTime } from '../schema/dateTimes.js';
import { assertJsonValue, isJsonObject } from '../document/json.js';

/** Throws only for what readJsonObject refuses as well: too deep nesting and too large numbers. */
export type QuickCheck = (value: unknown) => boolean;

type Holder = Record<string | number, unknown>;

/** `holder` and `name` are the place of the value. */
type Check = (value: unknown, holder: Holder, name: string | number) => boolean;

const zone = /(Z|[+-]\d{2}:?\d{2})$/;

/** The stored form of an ISO 8601 time with a zone: UTC with milliseconds. Undefined for another value. */
export const storedDateTime = (value: unknown): string | undefined =>
  typeof value === 'string' && zone.test(value) ? toUtcDateTime(value) : undefined;

const checkDateTime: Check = (value, holder, name) => {
  const utc = storedDateTime(value);
  if (utc !== undefined && utc !== value) holder[name] = utc;
  return utc !== undefined;
};

const surrogate = /[\ud800-\udfff]/;

/**
 * Schemas count code points, of which a text with surrogates has fewer than its length: schemaErrors.ts counts them.
 */
const hasLength = (value: string, min: number, max: number): boolean =>
  value.length >= min && value.length <= max && (min <= 1 || value.length >= 2 * min || !surrogate.test(value));

const languageCheck =
  (check: Check): Check =>
  (value, holder, name) => {
    if (!check(value, holder, name)) return false;
    const tag = canonicalLanguageTag(value as string);
    if (tag !== value) holder[name] = tag;
    return true;
  };

const stringCheck = ({ dateTime, languageTag, enum: values, const: literal, ...schema }: TSchema): Check => {
  if (dateTime === true) return checkDateTime;
  if (languageTag === true) return languageCheck(stringCheck(schema as TSchema));
  if (values !== undefined) {
    const allowed = new Set<unknown>(values as readonly unknown[]);
    return value => allowed.has(value);
  }
  if (literal !== undefined) return value => value === literal;
  const { minLength = 0, maxLength = Infinity } = schema as {
    readonly minLength?: number;
    readonly maxLength?: number;
  };
  const pattern = schema.pattern === undefined ? undefined : new RegExp(schema.pattern as string, 'u');
  return value =>
    typeof value === 'string' &&
    hasLength(value, minLength, maxLength) &&
    (pattern === undefined || pattern.test(value));
};

const numberCheck = ({ type, minimum = -Infinity, maximum = Infinity }: TSchema): Check => {
  const isNumber = (type === 'integer' ? Number.isInteger : Number.isFinite) as (value: unknown) => boolean;
  return value => isNumber(value) && (value as number) >= minimum && (value as number) <= maximum;
};

const booleanCheck: Check = value => typeof value === 'boolean';

/** Accepts any JSON value; an object may have at most `membersMax` members. */
const undeclaredCheck =
  (depth: number, membersMax = Infinity): Check =>
  (value, _holder, name) => {
    assertJsonValue(String(name), value, depth);
    return membersMax === Infinity || (isJsonObject(value) && Object.keys(value).length <= membersMax);
  };

const arrayCheck = ({ items, minItems = 0, maxItems = Infinity }: TSchema, depth: number): Check | undefined => {
  const checkItem = checkOf(items as TSchema, depth + 1);
  if (checkItem === undefined) return undefined;
  return value => {
    if (!Array.isArray(value) || value.length < minItems || value.length > maxItems) return false;
    for (let at = 0; at < value.length; at++) if (!checkItem(value[at], value as unknown as Holder, at)) return false;
    return true;
  };
};

/** An object whose member names are not declared, such as texts by language. */
const recordCheck = (
  { additionalProperties, propertyNames, minProperties = 0, maxProperties = Infinity }: TSchema,
  depth: number,
): Check | undefined => {
  const checkMember = checkOf(additionalProperties as TSchema, depth + 1);
  if (checkMember === undefined) return undefined;
  const { languageTag: areLanguages = false, ...names } = (propertyNames ?? {}) as TSchema;
  const checkName = propertyNames === undefined ? undefined : stringCheck(names as TSchema);
  return value => {
    if (!isJsonObject(value)) return false;
    const given = Object.keys(value);
    if (given.length > maxProperties) return false;
    let count = 0;
    for (const name of given) {
      if (value[name] === null) delete value[name];
      else if (!checkMember(value[name], value, name) || checkName?.(name, value, name) === false) return false;
      else count++;
    }
    return count >= minProperties && (!areLanguages || storeLanguages(value) === undefined);
  };
};

interface DeclaredMember {
  readonly check: Check;
  readonly isRequired: boolean;
}

/** Looks names up in a Map: a client may send any name. */
const declaredMembers = (
  { properties = {}, required = [] }: TSchema,
  depth: number,
): ReadonlyMap<string, DeclaredMember> | undefined => {
  const members = new Map<string, DeclaredMember>();
  for (const [name, schema] of Object.entries(properties as Record<string, TSchema>)) {
    const check = checkOf(schema, depth);
    if (check === undefined) return undefined;
    members.set(name, { check, isRequired: (required as readonly string[]).includes(name) });
  }
  return members;
};

/** Tells whether an undeclared member has a value: null and an empty list count as none. */
export const saysSomething = (value: unknown): boolean =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);

const shapeCheck = (schema: TSchema, depth: number): Check | undefined => {
  const members = declaredMembers(schema, depth + 1);
  if (members === undefined) return undefined;
  const notOffered = new Set((schema.notOffered ?? []) as readonly string[]);
  const requiredCount = [...members.values()].filter(({ isRequired }) => isRequired).length;
  return value => {
    if (!isJsonObject(value)) return false;
    let missing = requiredCount;
    for (const name of Object.keys(value)) {
      const member: unknown = value[name];
      const declared: DeclaredMember | undefined = member === null ? undefined : members.get(name);
      if (declared === undefined) {
        if (notOffered.has(name) && saysSomething(member)) return false;
        assertJsonValue(name, member, depth + 1);
        delete value[name];
      } else if (!declared.check(member, value, name)) return false;
      else if (declared.isRequired) missing--;
    }
    return missing === 0;
  };
};

const objectCheck = (schema: TSchema, depth: number): Check | undefined => {
  if (schema.undeclared === 'values') return undeclaredCheck(depth, schema.maxProperties as number);
  return schema.additionalProperties === false ? shapeCheck(schema, depth) : recordCheck(schema, depth);
};

const knownKeywords: ReadonlySet<string> = new Set([
  'anyOf',
  'type',
  'properties',
  'required',
  'additionalProperties',
  'propertyNames',
  'maxProperties',
  'minProperties',
  'undeclared',
  'items',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'pattern',
  'description',
  'enum',
  'const',
  'dateTime',
  'languageTag',
  'minimum',
  'maximum',
  'identifier',
  'reference',
  'queryableMembers',
  'unqueryableMembers',
  'customFieldHolders',
  'declaredBy',
  'notOffered',
]);

/** The check of a value that lies `depth` levels deep in the body. Undefined for a schema with branches. */
const checkOf = (schema: TSchema, depth: number): Check | undefined => {
  const unknown = Object.keys(schema).find(keyword => !knownKeywords.has(keyword));
  if (unknown !== undefined) throw new Error(`the validator does not know the keyword ${unknown} of a schema`);
  if (schema.anyOf !== undefined) return undefined;
  switch (schema.type) {
    case 'object':
      return objectCheck(schema, depth);
    case 'array':
      return arrayCheck(schema, depth);
    case 'string':
      return stringCheck(schema);
    case 'integer':
    case 'number':
      return numberCheck(schema);
    case 'boolean':
      return booleanCheck;
    case undefined:
      return undeclaredCheck(depth);
    default:
      return undefined;
  }
};

/** Compiles the check of a schema when it is first used. */
export const compileQuickCheck = (schema: TSchema): QuickCheck => {
  let check: Check | undefined;
  let isCompiled = false;
  return value => {
    if (!isCompiled) check = checkOf(schema, 1);
    isCompiled = true;
    return check?.(value, {}, '') ?? false;
  };
};
