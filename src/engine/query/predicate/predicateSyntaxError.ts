import { fail, type ApiError } from '../../../errors/ApiError.js';

const shownCharactersMax = 30;

/** Client text as a message quotes it. The whole message has 200 characters, and the position comes last. */
export const abbreviateClientText = (text: string): string =>
  text.length > shownCharactersMax ? `${text.slice(0, shownCharactersMax)}…` : text;

const newline = 10;

/** Where an offset lies for a reader: line and column, both from 1. */
const position = (source: string, at: number): string => {
  let line = 1;
  let lineStart = 0;
  for (let index = 0; index < at; index++) {
    if (source.charCodeAt(index) !== newline) continue;
    line++;
    lineStart = index + 1;
  }
  return `(line ${line}, column ${at - lineStart + 1})`;
};

/** Where the predicate stands that a message is about: in a query, unless somebody else reads it. */
export const wherePrefix = "Malformed parameter: where: Syntax error while parsing 'where'. ";

/** A predicate that cannot be read (GEN054): what is wrong, and where. */
export const predicateSyntaxError = (source: string, at: number, complaint: string): ApiError =>
  fail('SyntaxError', { message: `${wherePrefix}${complaint} ${position(source, at)}` });
