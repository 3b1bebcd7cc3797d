/**
 * Validates drafts and action payloads against their schemas: a compiled check of valid values, and errors as the API
 * words them.
 */
import type { TSchema } from '@sinclair/typebox';
import { type ErrorEntry, errorEntry, failAll } from '../../base/errors/ApiError.js';
import { describeJson } from '../document/json.js';
import { compileQuickCheck } from './compileQuickCheck.js';
import { errorsOf, type SchemaError } from './schemaErrors.js';

/** Formats a path: `items`, 0, `quantity` below `actions[1]` is `actions[1].items[0].quantity`. */
const wirePath = (base: string, steps: readonly (string | number)[]): string =>
  steps.reduce<string>(
    (path, step) => (/^\d+$/.test(String(step)) ? `${path}[${step}]` : path === '' ? String(step) : `${path}.${step}`),
    base,
  );

/** Describes the values that a schema accepts. */
const expectation = (schema: TSchema | undefined): string => {
  if (schema === undefined) return 'a value';
  if (schema.enum !== undefined) return `one of ${(schema.enum as unknown[]).join(', ')}`;
  if (schema.const !== undefined) return `'${String(schema.const)}'`;
  if (schema.dateTime === true) return 'a date and time in ISO 8601 with a time zone, such as 2024-02-29T12:00:00Z';
  if (schema.description !== undefined) return schema.description;
  const type = schema.type as string | undefined;
  return type === undefined ? 'a value' : `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`;
};

const countOf = (count: unknown, noun: string): string => `${String(count)} ${noun}${count === 1 ? '' : 's'}`;

const expectedText = ({ keyword, schema }: SchemaError): string => {
  const limit: unknown = schema[keyword];
  switch (keyword) {
    case 'minLength':
      return `Expected at least ${countOf(limit, 'character')}.`;
    case 'maxLength':
      return `Expected at most ${countOf(limit, 'character')}.`;
    case 'minItems':
      return `Expected at least ${countOf(limit, 'element')}.`;
    case 'maxItems':
      return `Expected at most ${countOf(limit, 'element')}.`;
    case 'maxProperties':
      return `Expected at most ${countOf(limit, 'member')}.`;
    case 'minProperties':
      return `Expected at least ${countOf(limit, 'member')}.`;
    case 'minimum':
      return `Expected a number >= ${String(limit)}.`;
    case 'maximum':
      return `Expected a number <= ${String(limit)}.`;
    case 'notOffered':
      return 'The hosted API has this member; this server does not offer it yet.';
    case 'repeatedLanguage':
      return `Expected each language once; '${String(limit)}' is the same language.`;
    case 'propertyNames':
      return 'Expected language tags (IETF), such as en or de-AT, as names of members.';
    default:
      return `Expected ${expectation(schema)}.`;
  }
};

const validationEntry = (base: string, error: SchemaError): ErrorEntry => {
  const { keyword, schema, value, path } = error;
  const field = wirePath(base, path);
  if (keyword === 'required') return errorEntry('RequiredField', { field, expected: expectation(schema) });
  if (keyword === 'type')
    return errorEntry('InvalidJsonInput', {
      message: `Malformed field '${field}': expected ${expectation(schema)}, got ${describeJson(value)}.`,
    });
  const allowedValues = keyword === 'enum' ? (schema.enum as unknown[]) : undefined;
  return errorEntry('InvalidField', { field, invalidValue: value, allowedValues, expected: expectedText(error) });
};

export type Validator = (value: unknown, base?: string) => readonly ErrorEntry[];

const noErrors: readonly ErrorEntry[] = [];

/**
 * A validator for one declaration. It drops undeclared members, refuses those that the hosted API has, and brings times
 * and language tags into their stored form, in place.
 * Returns the error entries, none when the value is good; `base` is the path that the fields are named from.
 */
export const compileValidator =
  (schema: TSchema, quickCheck = compileQuickCheck(schema)): Validator =>
  (value, base = '') =>
    quickCheck(value) ? noErrors : errorsOf(schema, value).map(error => validationEntry(base, error));

/** Throws the errors of a validator, if there are any. */
export const assertValid = (entries: readonly ErrorEntry[]): void => {
  if (entries.length > 0) throw failAll(entries);
};
