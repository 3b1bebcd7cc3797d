/** A query: compounds around single expressions (SEARCH013 to SEARCH019). */
import { limits } from '../../config/limits.js';
import { expressionKinds } from '../searchFields.js';
import { type Compound, type CompoundKind, compoundKinds, type Query } from './ast.js';
import { describeValue, type RequestErrors } from './RequestErrors.js';
import { parseExpression } from './parseExpression.js';
import { parseSoleMember } from './parseMembers.js';

/** Where a query stands: in which compound, beside which others of its parts, with how many compounds around it. */
interface Level {
  readonly inside?: CompoundKind;
  readonly beside: Set<CompoundKind>;
  readonly depth: number;
}

const kinds = [...compoundKinds, ...expressionKinds];

const isCompound = (kind: string): kind is CompoundKind => compoundKinds.some(known => known === kind);

/** SEARCH018: one of a kind on a level, and none directly inside its own kind. */
const checkLevel = (kind: CompoundKind, place: string, { inside, beside }: Level, faults: RequestErrors): void => {
  if (kind === inside) faults.addSyntaxError(place, `expected no ${kind} directly inside ${kind}, got one`);
  if (beside.has(kind))
    faults.addSyntaxError(place, `expected at most one ${kind} among the parts of one compound, got another`);
  beside.add(kind);
};

const readParts = (
  kind: CompoundKind,
  body: readonly unknown[],
  place: string,
  depth: number,
  faults: RequestErrors,
): Query[] => {
  const level: Level = { inside: kind, beside: new Set(), depth };
  const parts: Query[] = [];
  for (let index = 0; index < body.length && !faults.isFull; index++) {
    const part = readPart(body[index], `${place}[${index}]`, level, faults);
    if (part !== undefined) parts.push(part);
  }
  return parts;
};

const readCompound = (
  kind: CompoundKind,
  body: unknown,
  place: string,
  level: Level,
  faults: RequestErrors,
): Compound | undefined => {
  checkLevel(kind, place, level, faults);
  const depth = level.depth + 1;
  if (depth > limits.searchDepthMax)
    return faults.addInvalidInput(
      place,
      `expected at most ${limits.searchDepthMax} compounds inside one another, got more`,
    );
  if (!Array.isArray(body))
    return faults.addSyntaxError(place, `expected an array of queries, got ${describeValue(body)}`);
  if (body.length === 0) return faults.addSyntaxError(place, 'expected an array of at least one query, got none');
  return { kind, parts: readParts(kind, body, place, depth, faults) };
};

const readPart = (value: unknown, place: string, level: Level, faults: RequestErrors): Query | undefined => {
  const [kind, body] = parseSoleMember(value, place, kinds, faults) ?? [];
  if (kind === undefined) return undefined;
  if (isCompound(kind)) return readCompound(kind, body, `${place}.${kind}`, level, faults);
  faults.countExpression(place);
  return parseExpression(kind, body, `${place}.${kind}`, faults);
};

/** Never deeper than the limit allows; undefined where there are faults. */
export const parseQuery = (value: unknown, place: string, faults: RequestErrors): Query | undefined =>
  readPart(value, place, { beside: new Set(), depth: 0 }, faults);
