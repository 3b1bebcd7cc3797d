/** Makes the body of a request from the data of a form: empty optional parts are left out. */
import type { JsonSchema } from '../api/description';

interface Rules {
  /** The whole schema, with `$defs`. */
  readonly root: JsonSchema;
  /** True if attributes become a list, as in the API; the data of a form contains them by their names. */
  readonly isBody: boolean;
  readonly whole?: JsonSchema;
}

type Values = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value);

const memberOf = (schema: JsonSchema, name: string): JsonSchema | undefined => {
  const { properties = {}, additionalProperties } = schema;
  if (Object.hasOwn(properties, name)) return properties[name];
  return typeof additionalProperties === 'object' ? (additionalProperties as JsonSchema) : undefined;
};

const isConstant = (schema: JsonSchema | undefined): boolean => schema?.const !== undefined || schema?.isFixed === true;

/** Tells whether a value was entered for this alternative of a schema. */
const isOptionOf = (option: JsonSchema, shared: JsonSchema, value: unknown): boolean => {
  if (option.const !== undefined) return sameJson(option.const, value);
  const type = typeOf(value);
  if (option.type !== undefined && option.type !== type && !(option.type === 'integer' && type === 'number'))
    return false;
  if (!isObject(value)) return true;
  const entries = Object.entries(value).filter(
    ([name, member]) => member !== undefined && memberOf(shared, name) === undefined,
  );
  return entries.every(([name, member]) => {
    const declared = memberOf(option, name);
    if (declared === undefined) return false;
    return !isConstant(declared) || sameJson(declared.const ?? declared.default, member);
  });
};

/** Returns the schema of a value, with references and alternatives resolved. */
const resolve = (schema: JsonSchema, value: unknown, root: JsonSchema): JsonSchema => {
  const reference = schema.$ref ?? (schema.shownAs as string | undefined);
  if (reference !== undefined) {
    const definitions = root.$defs as Readonly<Record<string, JsonSchema>>;
    return resolve(definitions[reference.slice('#/$defs/'.length)] ?? {}, value, root);
  }
  const options = schema.anyOf ?? schema.oneOf;
  if (options === undefined) return schema;
  const resolved = options.map(option => resolve(option, value, root));
  const option = resolved.find(each => isOptionOf(each, schema, value));
  if (option === undefined) return schema;
  const { anyOf: _anyOf, oneOf: _oneOf, ...shared } = schema;
  return {
    ...shared,
    ...option,
    ...(isObject(value) && {
      properties: { ...schema.properties, ...option.properties },
      required: [...(schema.required ?? []), ...(option.required ?? [])],
    }),
  };
};

/** Returns the required members, without constants. */
const neededMembers = (schema: JsonSchema): readonly string[] =>
  (schema.required ?? []).filter(name => !isConstant(memberOf(schema, name)));

/**
 * Tells whether an object contains only constants, which forms fill in by themselves. It then counts as empty, unless
 * it requires nothing else, as in a Type without values.
 */
const hasOnlyConstants = (schema: JsonSchema, entries: readonly (readonly [string, unknown])[]): boolean =>
  entries.every(([name]) => isConstant(memberOf(schema, name))) &&
  ((schema.minProperties as number | undefined) ?? 0) + neededMembers(schema).length > 0;

const cleanObject = (schema: JsonSchema, value: Values, rules: Rules): unknown => {
  const entries = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    const declared = memberOf(schema, name);
    if (declared === undefined) return [];
    const cleaned = clean(declared, member, rules);
    return cleaned === undefined ? [] : [[name, cleaned]];
  });
  const mayBeEmpty = (name: string): boolean => {
    const { type, minItems } = resolve(memberOf(schema, name) ?? {}, undefined, rules.root);
    return type === 'array' && !(Number(minItems ?? 0) > 0);
  };
  const needed = neededMembers(schema);
  const needsListsAlone = needed.length > 0 && needed.every(mayBeEmpty);
  const isEmpty = entries.length === 0 || hasOnlyConstants(schema, entries);
  // The whole form is never left out, and neither is an object that only requires lists which may be empty.
  if (isEmpty && !needsListsAlone && schema !== rules.whole) return undefined;
  // A required list may be empty.
  for (const name of needed)
    if (mayBeEmpty(name) && !entries.some(([found]) => found === name)) entries.push([name, []]);
  if (schema.attributesByName === true && rules.isBody) return entries.map(([name, each]) => ({ name, value: each }));
  return Object.fromEntries(entries);
};

/** Returns a value without its empty parts; undefined if nothing is left of it. */
const clean = (schema: JsonSchema, value: unknown, rules: Rules): unknown => {
  if (value === undefined || value === null || value === '') return undefined;
  const resolved = resolve(schema, value, rules.root);
  if (Array.isArray(value)) {
    const items = value
      .map(each =>
        isObject(each) ? (clean(resolved.items ?? {}, each, rules) ?? {}) : clean(resolved.items ?? {}, each, rules),
      )
      .filter(each => each !== undefined);
    return items.length === 0 ? undefined : items;
  }
  if (rules.isBody && resolved.identifierOf !== undefined) return { typeId: resolved.identifierOf, id: value };
  return isObject(value) ? cleanObject(resolved, value, rules) : value;
};

const cleanWhole = (schema: JsonSchema, data: unknown, isBody: boolean): unknown => {
  const whole = resolve(schema, data, schema);
  const rules = { root: schema, isBody, whole };
  return (isObject(data) ? cleanObject(whole, data, rules) : clean(schema, data, rules)) ?? {};
};

/** Returns the data of a form without its empty parts, which are not checked either. */
export const withoutEmptyParts = (schema: JsonSchema, data: unknown): unknown => cleanWhole(schema, data, false);

/** The body that a form sends. */
export const bodyOf = (schema: JsonSchema, data: unknown): unknown => cleanWhole(schema, data, true);

/** Converts a value of the API for a form: attributes by their names, and keys of choices. */
const toData = (schema: JsonSchema, value: unknown, root: JsonSchema): unknown => {
  const resolved = resolve(schema, value, root);
  if (Array.isArray(value)) {
    if (resolved.attributesByName !== true) return value.map(each => toData(resolved.items ?? {}, each, root));
    const attributes = value as readonly { readonly name: string; readonly value: unknown }[];
    return Object.fromEntries(
      attributes.map(each => [each.name, toData(memberOf(resolved, each.name) ?? {}, each.value, root)]),
    );
  }
  if (!isObject(value)) return value;
  // The API accepts the key of a choice, but also returns its label.
  if (resolved.oneOf !== undefined && 'key' in value) return value.key;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, toData(memberOf(resolved, name) ?? {}, member, root)]),
  );
};

/** Returns the data with which a form shows values of the API. */
export const dataOf = (schema: JsonSchema, value: unknown): unknown => toData(schema, value, schema);

const narrow = (schema: JsonSchema, value: unknown, root: JsonSchema): JsonSchema => {
  const resolved = resolve(schema, value, root);
  if (Array.isArray(value)) {
    const { items = {}, ...others } = resolved;
    return { ...others, prefixItems: value.map(each => narrow(items, each, root)) };
  }
  if (!isObject(value)) return resolved;
  const members = Object.entries(value).flatMap(([name, member]): [string, JsonSchema][] => {
    const declared = memberOf(resolved, name);
    return declared === undefined ? [] : [[name, narrow(declared, member, root)]];
  });
  return { ...resolved, properties: { ...resolved.properties, ...Object.fromEntries(members) } };
};

/** Returns the schema with only the alternatives that match the data; the errors of the others would be useless. */
export const narrowSchema = (schema: JsonSchema, data: unknown): JsonSchema => ({
  ...narrow(schema, data, schema),
  $defs: schema.$defs,
});
