/** Resolvers of lists whose elements clients pick by name: definitions of fields, values of enumerations. */
import type { Arguments } from '../GraphqlContext.js';
import type { JsonObject } from '../JsonObject.js';
import type { Resolver } from './Resolver.js';

type Elements = readonly JsonObject[];

const listArgument = (value: unknown): readonly unknown[] | undefined =>
  (value ?? undefined) as readonly unknown[] | undefined;

const pick = (elements: Elements, name: string, args: Arguments): Elements => {
  const included = listArgument(args.includeNames ?? args.includeKeys);
  const excluded = listArgument(args.excludeNames ?? args.excludeKeys) ?? [];
  return elements.filter(each => (included?.includes(each[name]) ?? true) && !excluded.includes(each[name]));
};

const elementsOf = (source: JsonObject, member: string): Elements => (source[member] ?? []) as Elements;

/** The elements of a member, of which the arguments pick some; `name` is the member that names an element. */
export const namedList =
  (member: string, name: string): Resolver =>
  (source, args) =>
    pick(elementsOf(source, member), name, args);

/** A page of the elements; without `limit` all of them. */
export const namedPage =
  (member: string, name: string): Resolver =>
  (source, args) => {
    const found = pick(elementsOf(source, member), name, args);
    const offset = Math.max(0, (args.offset ?? 0) as number);
    const limit = Math.max(0, (args.limit ?? found.length) as number);
    return { limit, offset, total: found.length, results: found.slice(offset, offset + limit) };
  };
