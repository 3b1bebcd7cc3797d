/**
 * Builds JSON schemas that have the types of TypeBox. Its own builders are 266 files, which took an eighth of the
 * processor time that each thread needs to start.
 */
import type { JsonTypeBuilder } from '@sinclair/typebox';

type Schema = Readonly<Record<string | symbol, unknown>>;

/** TypeBox marks optional members with the same symbol. */
const optional = Symbol.for('TypeBox.Optional');

const simple =
  (type: string) =>
  (options: Schema = {}): Schema => ({ ...options, type });

const requiredNames = (properties: Readonly<Record<string, Schema>>): string[] =>
  Object.keys(properties).filter(name => properties[name]![optional] === undefined);

const object = (properties: Readonly<Record<string, Schema>>, options: Schema = {}): Schema => {
  const required = requiredNames(properties);
  return { ...options, type: 'object', ...(required.length > 0 && { required }), properties };
};

const builders = {
  Any: (options: Schema = {}): Schema => ({ ...options }),
  Array: (items: Schema, options: Schema = {}): Schema => ({ ...options, type: 'array', items }),
  Boolean: simple('boolean'),
  Integer: simple('integer'),
  Literal: (value: unknown, options: Schema = {}): Schema => ({ ...options, const: value, type: typeof value }),
  Null: simple('null'),
  Number: simple('number'),
  Object: object,
  Optional: (schema: Schema): Schema => ({ ...schema, [optional]: 'Optional' }),
  String: simple('string'),
  Union: (anyOf: readonly Schema[], options: Schema = {}): Schema => ({ ...options, anyOf }),
  /** A schema whose TypeScript type the caller states. */
  Unsafe: (schema: Schema): Schema => ({ ...schema }),
};

export const Type = builders as unknown as Pick<JsonTypeBuilder, keyof typeof builders>;
