/** Makes values of declared schemas: the smallest, and those that are filled up to their limits. */
import type { TSchema } from '@sinclair/typebox';
import { CountryCode, CurrencyCode, Locale, CalendarDate } from '../../src/engine/schema/primitives.js';
import { range, unique } from './HostileBody.js';

export interface Filling {
  /** Existing resources by typeId. */
  readonly ids: ReadonlyMap<string, string>;
  /** Elements of each list, within its limit, and members of each object whose names are free. */
  readonly count: number;
  /** Characters of each text, within its limit. */
  readonly textLength: number;
  /** True if optional members are given. */
  readonly isWhole: boolean;
  /** Counts the members and elements that may still be made. */
  readonly left: { values: number };
}

/** Thrown when a body would have more members and elements than allowed. */
export class TooLarge extends Error {}

/** A place in a schema that takes any number of values, or up to its limit. */
export interface Place {
  readonly path: readonly string[];
  readonly schema: TSchema;
}

const examples: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [CurrencyCode.pattern, 'EUR'],
  [CountryCode.pattern, 'DE'],
  [Locale.pattern, 'en'],
  [CalendarDate.pattern, '2026-01-01'],
]);
const texts = ['0.5', '2026-01-01', 'name@example.com', 'https://example.com', '12:00:00', 'PT1H'];

let made = 0;
/** Restarts the numbers of texts, for a new body. */
export const restartTexts = (): void => {
  made = 0;
};

const textOf = (schema: TSchema, name: string, { textLength }: Filling): string => {
  if (schema.const !== undefined) return String(schema.const);
  if (schema.enum !== undefined) return String((schema.enum as unknown[])[0]);
  if (schema.dateTime === true) return name.endsWith('Until') ? '2027-01-01T00:00:00.000Z' : '2026-01-01T00:00:00.000Z';
  const known = examples.get(schema.pattern);
  if (known !== undefined) return known;
  const pattern = new RegExp((schema.pattern as string | undefined) ?? '', 'u');
  const text = `${name.slice(0, 8).replace(/\W/g, '')}-${unique}-${made++}`;
  const plain = text.replaceAll('@', 'a');
  const fitting = [text, plain, ...texts].find(each => pattern.test(each)) ?? text;
  if (fitting === plain) return text;
  const length = Math.min(textLength, (schema.maxLength as number | undefined) ?? textLength);
  return schema.pattern === undefined ? fitting.padEnd(length, ' long') : fitting;
};

const identifierOf = (typeId: string, { ids }: Filling) => ({ typeId, id: ids.get(typeId) ?? 'missing' });

/** Returns the names of members of an object that declares none. */
const freeName = (schema: TSchema, at: number): string => {
  if (schema.declaredBy === 'type') return `f${at}`;
  return schema.propertyNames === undefined ? `name${at}` : at === 0 ? 'en' : `en-${at.toString(36)}`;
};

const freeMembers = (schema: TSchema, filling: Filling): object => {
  const count = Math.min(filling.count, (schema.maxProperties as number | undefined) ?? Infinity);
  const value = (schema.additionalProperties ?? {}) as TSchema;
  return Object.fromEntries(range(count, at => [freeName(schema, at), fill(value, filling, 'v')] as const));
};

const objectOf = (schema: TSchema, filling: Filling): object => {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, TSchema>);
  const { typeId } = (schema.identifier ?? schema.reference ?? {}) as { readonly typeId?: string };
  if (typeId !== undefined) return identifierOf(typeId, filling);
  if (schema.undeclared === 'values' || typeof schema.additionalProperties === 'object')
    return freeMembers(schema, filling);
  if (properties.map(([name]) => name).join() === 'name,value') return { name: `a${made++ % 1_000}`, value: 'text' };
  const required = (schema.required ?? []) as readonly string[];
  const given = properties.filter(([name]) => filling.isWhole || required.includes(name) || name === 'centAmount');
  return Object.fromEntries(given.map(([name, member]) => [name, fill(member, filling, name)]));
};

export const fill = (schema: TSchema, filling: Filling, name = ''): unknown => {
  if (--filling.left.values < 0) throw new TooLarge();
  const [branch] = (schema.anyOf ?? []) as readonly TSchema[];
  if (branch !== undefined) return fill(branch, filling, name);
  switch (schema.type) {
    case 'object':
      return objectOf(schema, filling);
    case 'array': {
      const { minItems = 0, maxItems = Infinity } = schema as {
        readonly minItems?: number;
        readonly maxItems?: number;
      };
      const count = Math.max(Math.min(filling.count, maxItems), minItems);
      return range(count, () => fill(schema.items as TSchema, filling, name));
    }
    case 'integer':
    case 'number':
      return Math.min(Math.max(1, (schema.minimum as number | undefined) ?? 1), (schema.maximum as number) ?? 1);
    case 'boolean':
      return false;
    case 'null':
      return null;
    case 'string':
      return textOf(schema, name, filling);
    default:
      return schema.const ?? `any-${made++}`;
  }
};

const isPlace = (schema: TSchema): boolean =>
  schema.type === 'array' || schema.undeclared === 'values' || typeof schema.additionalProperties === 'object';

/** Returns the places of a schema, also those inside the elements of lists; `[]` stands for an element. */
export const placesIn = (schema: TSchema, path: readonly string[] = [], depthMax = 6): Place[] => {
  if (path.length > depthMax) return [];
  const branches = (schema.anyOf ?? []) as readonly TSchema[];
  const [branch] = branches;
  if (branch !== undefined) return placesIn(branch, path, depthMax);
  const own = isPlace(schema) ? [{ path, schema }] : [];
  const below = schema.type === 'array' ? placesIn(schema.items as TSchema, [...path, '[]'], depthMax) : [];
  const members = Object.entries((schema.properties ?? {}) as Record<string, TSchema>);
  return [...own, ...below, ...members.flatMap(([name, member]) => placesIn(member, [...path, name], depthMax))];
};

/** Puts a value at a path; objects and lists missing on the way are filled with one element each. */
export const put = (
  target: unknown,
  schema: TSchema,
  path: readonly string[],
  value: unknown,
  filling: Filling,
): unknown => {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const [branch = schema] = (schema.anyOf ?? []) as readonly TSchema[];
  const one = { ...filling, count: 1, isWhole: false };
  if (step === '[]') {
    const items = branch.items as TSchema;
    const [first = fill(items, one)] = Array.isArray(target) ? (target as readonly unknown[]) : [];
    return [put(first, items, rest, value, filling)];
  }
  const members = (target ?? fill(branch, one)) as Record<string, unknown>;
  const member = (branch.properties as Record<string, TSchema>)[step]!;
  return { ...members, [step]: put(members[step], member, rest, value, filling) };
};
