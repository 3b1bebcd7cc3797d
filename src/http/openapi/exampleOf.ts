/** Makes an example of a schema with its required members. */
import { nameOf } from './naming.js';
import type { Schema } from '../../operations/schemas/Components.js';

/** Deeper members are left out. */
const depthMax = 8;

interface Described extends Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly minProperties?: number;
  readonly additionalProperties?: Described | boolean;
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly Described[];
  readonly anyOf?: readonly Described[];
  readonly items?: Described;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly required?: readonly string[];
}

/** The first that has the pattern of a schema is its example. */
const texts = ['text', 'EUR', 'DE', 'en', '0.5', '2026-01-01', 'name@example.com', 'https://example.com'];

const exampleText = ({ format, pattern, minLength = 0 }: Described): string => {
  if (format === 'date-time') return '2026-01-01T00:00:00.000Z';
  const expected = new RegExp(pattern ?? '');
  return (texts.find(text => expected.test(text)) ?? 'text').padEnd(minLength, '-');
};

const scalarExamples: ReadonlyMap<string, (schema: Described) => unknown> = new Map<
  string,
  (schema: Described) => unknown
>([
  ['string', exampleText],
  ['integer', ({ minimum = 1 }) => Math.max(1, minimum)],
  ['number', ({ minimum = 1 }) => minimum],
  ['boolean', () => true],
]);

/** Returns a value of a schema; `schemas` are those that it refers to. */
export const exampleOf = (schemas: Readonly<Record<string, Schema>>, schema: Described, depth = 0): unknown => {
  if (schema.$ref !== undefined) {
    const named = schemas[nameOf(schema.$ref)];
    return named === undefined ? null : exampleOf(schemas, named, depth);
  }
  if (depth > depthMax) return null;
  for (const name of ['const', 'example', 'default']) if (name in schema) return schema[name];
  if (schema.enum !== undefined) return schema.enum[0];
  const [alternative] = schema.oneOf ?? schema.anyOf ?? [];
  if (alternative !== undefined) return exampleOf(schemas, alternative, depth);
  if (schema.items !== undefined) return [exampleOf(schemas, schema.items, depth + 1)];
  const { type, properties = {}, required = [] } = schema;
  if (type !== 'object' && schema.properties === undefined) return scalarExamples.get(type ?? '')?.(schema) ?? null;
  const { additionalProperties, minProperties = 0 } = schema;
  if (minProperties > 0 && typeof additionalProperties === 'object')
    // The value is a text by language.
    return { en: exampleOf(schemas, additionalProperties, depth + 1) };
  return Object.fromEntries(
    required.flatMap(name => {
      const member = properties[name];
      return member === undefined ? [] : [[name, exampleOf(schemas, member, depth + 1)] as const];
    }),
  );
};
