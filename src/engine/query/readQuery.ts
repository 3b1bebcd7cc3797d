import { limits } from '../../config/limits.js';
import { fail } from '../../errors/ApiError.js';
import { readFlag, readInteger } from '../parameters.js';
import type { Predicate } from './predicate/ast.js';
import { parsePredicate } from './predicate/parse.js';
import { parseSort, type SortKey } from './predicate/sort.js';
import { variableText } from './predicate/variables.js';

/** A query's parameters, decoded (GEN047 to GEN058). */
export interface Query {
  readonly limit: number;
  readonly offset: number;
  readonly withTotal: boolean;
  readonly predicate?: Predicate;
  readonly sort: readonly SortKey[];
}

const sortKeysMax = 8;
const predicatesMax = 32;
const variableName = /^var\.[a-zA-Z0-9]{1,64}$/;

const readVariables = (query: URLSearchParams): ReadonlyMap<string, string> => {
  const variables = new Map<string, string>();
  for (const name of new Set(query.keys())) {
    if (!name.startsWith('var.')) continue;
    if (!variableName.test(name))
      throw fail('InvalidInput', {
        message: `Malformed parameter: ${name.slice(0, 100)}: expected a variable name of letters and digits behind 'var.'.`,
      });
    variables.set(name.slice(4), variableText(query.getAll(name)));
  }
  return variables;
};

const atMost = (name: string, values: string[], most: number): string[] => {
  if (values.length > most)
    throw fail('InvalidInput', {
      message: `The parameter ${name} may be given at most ${most} times, got ${values.length}.`,
    });
  return values;
};

/** `extra` is a condition of the path, such as the store's, that applies beside those of the client. */
export const readQuery = (query: URLSearchParams, extra: readonly Predicate[]): Query => {
  const variables = readVariables(query);
  const parts = [
    ...extra,
    ...atMost('where', query.getAll('where'), predicatesMax).map(text => parsePredicate(text, variables)),
  ];
  return {
    limit: readInteger(query, 'limit', limits.queryLimitDefault, 1, limits.queryLimitMax),
    offset: readInteger(query, 'offset', 0, 0, limits.queryOffsetMax),
    withTotal: readFlag(query, 'withTotal', true),
    predicate: parts.length <= 1 ? parts[0] : { kind: 'and', parts },
    sort: atMost('sort', query.getAll('sort'), sortKeysMax).map(parseSort),
  };
};
