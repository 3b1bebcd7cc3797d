import type { Literal } from './Predicate.js';
import { readToken, type Token } from './readToken.js';

/**
 * The possible meanings of one written value. A query parameter has no types, so the bare `7` of a variable is the
 * number 7 and the text "7"; all other values have one meaning.
 */
export type Alternatives = readonly Literal[];

/** The number of a token; negative zero becomes zero, as JSON readers lose its sign too. */
export const tokenNumber = (token: Token): number => Number(token.text) + 0;

const flags = new Map([
  ['true', true],
  ['false', false],
]);
export const tokenFlag = (text: string): boolean | undefined => flags.get(text);

/** `source` is the text of a variable, in which a bare number or flag may also mean itself as text. */
const meaning = (token: Token, source: string): Alternatives | undefined => {
  const written = source.slice(token.at, token.end);
  if (token.kind === 'string') return [token.text];
  if (token.kind === 'number') return [tokenNumber(token), written];
  const flag = token.kind === 'name' ? tokenFlag(token.text) : undefined;
  return flag === undefined ? undefined : [flag, written];
};

/**
 * The meanings of a variable where one value is expected (GEN053): a literal when its whole text is one, otherwise its
 * text.
 */
export const bindVariable = (text: string): Alternatives => {
  const token = readToken(text, 0);
  const isWhole = token.at === 0 && token.end === text.length;
  return (isWhole ? meaning(token, text) : undefined) ?? [text];
};

const isSymbolToken = (token: Token, text: string): boolean => token.kind === 'symbol' && token.text === text;

/** `"a","b"` or `("a","b")` as a list of values; undefined when the text is no such list. */
const readListText = (text: string): Alternatives[] | undefined => {
  let token = readToken(text, 0);
  const isEnclosed = isSymbolToken(token, '(');
  if (isEnclosed) token = readToken(text, token.end);
  const values: Alternatives[] = [];
  for (;;) {
    const value = meaning(token, text);
    if (value === undefined) return undefined;
    values.push(value);
    token = readToken(text, token.end);
    if (!isSymbolToken(token, ',')) break;
    token = readToken(text, token.end);
  }
  if (!isEnclosed) return token.kind === 'end' ? values : undefined;
  return isSymbolToken(token, ')') && readToken(text, token.end).kind === 'end' ? values : undefined;
};

/** The meanings of a variable where a list is expected; a text that is no list is a list of one value. */
export const bindListVariable = (text: string): readonly Alternatives[] => readListText(text) ?? [bindVariable(text)];

/**
 * Joins the texts of a variable that is passed several times (`var.state=Open&var.state=Complete`) into one list for
 * `in :state`. Numbers and flags stay bare, so that they keep both meanings.
 */
export const joinVariableTexts = (texts: readonly string[]): string => {
  if (texts.length === 1) return texts[0]!;
  return texts.map(text => (bindVariable(text).length > 1 ? text : JSON.stringify(bindVariable(text)[0]))).join(',');
};
