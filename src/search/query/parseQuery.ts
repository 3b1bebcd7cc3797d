import { limits } from '../../base/config/limits.js';
import { type Compound, type CompoundKind, compoundKinds, type Query } from './ast.js';
import { describeValue, type RequestErrors, parseSoleMember } from './RequestErrors.js';
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
const checkLevel = (kind: CompoundKind, place: string, { parent, siblings }: Level, errors: RequestErrors): void => {
  if (kind === parent) errors.addSyntaxError(place, `expected no ${kind} directly inside ${kind}, got one`);
  if (siblings.has(kind))
    errors.addSyntaxError(place, `expected at most one ${kind} among the parts of one compound, got another`);
  siblings.add(kind);
};

const parseParts = (
  kind: CompoundKind,
  body: readonly unknown[],
  place: string,
  depth: number,
  errors: RequestErrors,
): Query[] => {
  const level: Level = { parent: kind, siblings: new Set(), depth };
  const parts: Query[] = [];
  for (let index = 0; index < body.length && !errors.isFull; index++) {
    const part = parsePart(body[index], `${place}[${index}]`, level, errors);
    if (part !== undefined) parts.push(part);
  }
  return parts;
};

const parseCompound = (
  kind: CompoundKind,
  body: unknown,
  place: string,
  level: Level,
  errors: RequestErrors,
): Compound | undefined => {
  checkLevel(kind, place, level, errors);
  const depth = level.depth + 1;
  if (depth > limits.searchDepthMax)
    return errors.addInvalidInput(
      place,
      `expected at most ${limits.searchDepthMax} compounds inside one another, got more`,
    );
  if (!Array.isArray(body))
    return errors.addSyntaxError(place, `expected an array of queries, got ${describeValue(body)}`);
  if (body.length === 0) return errors.addSyntaxError(place, 'expected an array of at least one query, got none');
  return { kind, parts: parseParts(kind, body, place, depth, errors) };
};

const parsePart = (value: unknown, place: string, level: Level, errors: RequestErrors): Query | undefined => {
  const [kind, body] =
    parseSoleMember(value, place, [...compoundKinds, ...errors.dialect.expressionKinds], errors) ?? [];
  if (kind === undefined) return undefined;
  if (isCompound(kind)) return parseCompound(kind, body, `${place}.${kind}`, level, errors);
  errors.countExpression(place);
  return parseExpression(kind, body, `${place}.${kind}`, errors);
};

/**
 * Parses compounds and single expressions up to the maximum depth; undefined when there are errors (SEARCH013 to
 * SEARCH019).
 */
export const parseQuery = (value: unknown, place: string, errors: RequestErrors): Query | undefined =>
  parsePart(value, place, { siblings: new Set(), depth: 0 }, errors);
