import { limits } from '../../base/config/limits.js';
import { type Compound, type CompoundKind, compoundKinds, type Query } from './ast.js';
import { describeValue, type Place, parseSoleMember } from './RequestErrors.js';
import { parseExpression } from './parseExpression.js';

/**
 * Position of a query: the compound that contains it, the compounds beside it, and the number of compounds around it.
 */
interface Level {
  readonly parent?: CompoundKind;
  readonly siblings: Set<CompoundKind>;
  readonly depth: number;
}

const isCompound = (kind: string): kind is CompoundKind => compoundKinds.some(known => known === kind);

/** Allows one compound of a kind on a level, and none directly inside its own kind (SEARCH018). */
const checkLevel = (kind: CompoundKind, place: Place, { parent, siblings }: Level): void => {
  if (kind === parent) place.syntaxError(`expected no ${kind} directly inside ${kind}, got one`);
  if (siblings.has(kind))
    place.syntaxError(`expected at most one ${kind} among the parts of one compound, got another`);
  siblings.add(kind);
};

const parseParts = (kind: CompoundKind, body: readonly unknown[], place: Place, depth: number): Query[] => {
  const level: Level = { parent: kind, siblings: new Set(), depth };
  const parts: Query[] = [];
  for (let index = 0; index < body.length && !place.errors.isFull; index++) {
    const part = parsePart(body[index], place.element(index), level);
    if (part !== undefined) parts.push(part);
  }
  return parts;
};

const parseCompound = (kind: CompoundKind, body: unknown, place: Place, level: Level): Compound | undefined => {
  checkLevel(kind, place, level);
  const depth = level.depth + 1;
  if (depth > limits.searchDepthMax)
    return place.invalid(`expected at most ${limits.searchDepthMax} compounds inside one another, got more`);
  if (!Array.isArray(body)) return place.syntaxError(`expected an array of queries, got ${describeValue(body)}`);
  if (body.length === 0) return place.syntaxError('expected an array of at least one query, got none');
  return { kind, parts: parseParts(kind, body, place, depth) };
};

const parsePart = (value: unknown, place: Place, level: Level): Query | undefined => {
  const [kind, body] = parseSoleMember(value, place, [...compoundKinds, ...place.dialect.expressionKinds]) ?? [];
  if (kind === undefined) return undefined;
  if (isCompound(kind)) return parseCompound(kind, body, place.member(kind), level);
  place.countExpression();
  return parseExpression(kind, body, place.member(kind));
};

/**
 * Parses compounds and single expressions up to the maximum depth; undefined when there are errors, or no query
 * (SEARCH013 to SEARCH019).
 */
export const parseQuery = (value: unknown, place: Place): Query | undefined =>
  value === undefined ? undefined : parsePart(value, place, { siblings: new Set(), depth: 0 });
