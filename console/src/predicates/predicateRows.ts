/** Simple predicates as rows: conditions that are all joined by `and`, or all by `or`. */

export type Joint = 'and' | 'or';

export const operators = [
  '=',
  '!=',
  '>',
  '>=',
  '<',
  '<=',
  'in',
  'contains any',
  'is defined',
  'is not defined',
] as const;
export type Operator = (typeof operators)[number];

export interface PredicateRow {
  readonly member: string;
  readonly operator: Operator;
  /** The value as typed; elements of lists are separated by commas. */
  readonly value: string;
}

export interface PredicateRows {
  readonly joint: Joint;
  readonly rows: readonly PredicateRow[];
}

/** Operators without a value. */
export const isUnary = (operator: Operator): boolean => operator === 'is defined' || operator === 'is not defined';

const isList = (operator: Operator): boolean => operator === 'in' || operator === 'contains any';

/** Matches members whose values are texts even if they look like numbers. */
const textMember = /(?:id|key|sku|email|country|state|code|currency)$/i;
const plainLiteral = /^(?:-?\d+(?:\.\d+)?|true|false)$/;

const formatLiteral = (member: string, value: string): string =>
  plainLiteral.test(value) && !textMember.test(member) ? value : JSON.stringify(value);

const elementsOf = (value: string): readonly string[] =>
  value
    .split(',')
    .map(element => element.trim())
    .filter(element => element !== '');

const formatRow = ({ member, operator, value }: PredicateRow): string => {
  if (isUnary(operator)) return `${member} ${operator}`;
  if (!isList(operator)) return `${member} ${operator} ${formatLiteral(member, value)}`;
  return `${member} ${operator} (${elementsOf(value)
    .map(element => formatLiteral(member, element))
    .join(', ')})`;
};

const isComplete = ({ member, operator, value }: PredicateRow): boolean =>
  member !== '' && (isUnary(operator) || (isList(operator) ? elementsOf(value).length > 0 : value !== ''));

/** Formats the complete rows as a predicate. */
export const formatRows = ({ joint, rows }: PredicateRows): string =>
  rows.filter(isComplete).map(formatRow).join(` ${joint} `);

/** Splits a text into conditions and the joints between them; quoted texts and parentheses are not divided. */
const divide = (text: string): { readonly parts: readonly string[]; readonly joints: readonly string[] } => {
  const parts: string[] = [];
  const joints: string[] = [];
  const token = /"(?:[^"\\]|\\.)*"|[()]|\s(and|or)\s/gy;
  let [depth, start, at] = [0, 0, 0];
  while (at < text.length) {
    token.lastIndex = at;
    const found = token.exec(text);
    at = found === null ? at + 1 : token.lastIndex;
    if (found?.[0] === '(') depth++;
    else if (found?.[0] === ')') depth--;
    else if (found?.[1] !== undefined && depth === 0) {
      parts.push(text.slice(start, found.index));
      joints.push(found[1]);
      start = at;
    }
  }
  return { parts: [...parts, text.slice(start)], joints };
};

const unaryPattern = /^([\w.]+(?:\([^()]*\))?)\s+(is defined|is not defined)$/;
const binaryPattern = /^([\w.]+(?:\([^()]*\))?)\s*(=|!=|>=|<=|>|<|\bin\b|contains any)\s*([^]+)$/;
const elementPattern = /^\s*("(?:[^"\\]|\\.)*"|[^",]+)\s*(?:,|$)/;

/** Returns the value of a literal; undefined if `formatLiteral` would write a different literal. */
const parseLiteral = (member: string, literal: string): string | undefined => {
  const text = literal.trim();
  try {
    const value = text.startsWith('"') ? (JSON.parse(text) as string) : text;
    return formatLiteral(member, value) === text ? value : undefined;
  } catch {
    // A text that is not a literal can only be shown in the text form.
    return undefined;
  }
};

const parseList = (member: string, text: string): string | undefined => {
  const values: string[] = [];
  let rest = /^\(([^]*)\)$/.exec(text.trim())?.[1];
  if (rest === undefined) return undefined;
  while (rest !== '') {
    const found: RegExpExecArray | null = elementPattern.exec(rest);
    const value = found === null ? undefined : parseLiteral(member, found[1] ?? '');
    if (found === null || value === undefined || value.includes(',')) return undefined;
    values.push(value);
    rest = rest.slice(found[0].length);
  }
  return values.length === 0 ? undefined : values.join(', ');
};

const parseRow = (part: string): PredicateRow | undefined => {
  const text = part.trim();
  const [, unaryMember, unary] = unaryPattern.exec(text) ?? [];
  if (unaryMember !== undefined) return { member: unaryMember, operator: unary as Operator, value: '' };
  const [, member, operator, right] = binaryPattern.exec(text) ?? [];
  if (member === undefined || right === undefined) return undefined;
  const value = isList(operator as Operator) ? parseList(member, right) : parseLiteral(member, right);
  return value === undefined ? undefined : { member, operator: operator as Operator, value };
};

/** Returns the rows of a predicate; undefined if rows cannot show it. */
export const parseRows = (text: string): PredicateRows | undefined => {
  if (text.trim() === '') return { joint: 'and', rows: [] };
  const { parts, joints } = divide(text);
  const [joint = 'and'] = joints;
  const rows = parts.map(parseRow);
  if (joints.some(each => each !== joint) || rows.includes(undefined)) return undefined;
  return { joint: joint as Joint, rows: rows as PredicateRow[] };
};
