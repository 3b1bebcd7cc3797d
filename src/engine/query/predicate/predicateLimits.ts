import { spendWork } from '../../../base/shedding/boundedWork.js';
import { fail, type ApiError } from '../../../base/errors/ApiError.js';

/**
 * Limits of one predicate and of one sort expression. Every loop and every recursion over client text ends at one of
 * them, so that the cost of a request is bounded before its text is read.
 */

/** Bounds the length of a predicate, and of the text of each of its variables, in UTF-16 units. */
export const predicateCharactersMax = 65_536;
/** Bounds the parentheses, `not`s and nested fields around one condition. */
export const predicateLevelsMax = 64;
/** Bounds the conditions, conjunctions, disjunctions and negations in one predicate. */
export const predicateNodesMax = 4_096;
/**
 * Bounds the values in all lists of one predicate together: a variable may stand in many lists, so a limit per list
 * would not suffice.
 */
export const predicateListValuesMax = 8_192;

export const sortCharactersMax = 512;
/** Bounds the field names in one sort path. */
export const sortSegmentsMax = 16;

/** Characters of two texts that are compared in about the time of one step. */
const charactersPerStep = 64;

/** Counts the comparison of two values, whose time grows with the shorter one when both are long texts. */
export const spendOnText = (one: unknown, other: unknown): void => {
  if (typeof one !== 'string' || one.length < charactersPerStep || typeof other !== 'string') return;
  spendWork(Math.min(one.length, other.length) / charactersPerStep);
};

const shownCharactersMax = 30;

/** Shortens client text for a message: the whole message has 200 characters, and the position comes last. */
export const abbreviateClientText = (text: string): string =>
  text.length > shownCharactersMax ? `${text.slice(0, shownCharactersMax)}…` : text;

const newline = 10;

/** Describes an offset by line and column, both counted from 1. */
export const textPosition = (source: string, at: number): string => {
  let line = 1;
  let lineStart = 0;
  for (let index = 0; index < at; index++) {
    if (source.charCodeAt(index) !== newline) continue;
    line++;
    lineStart = index + 1;
  }
  return `(line ${line}, column ${at - lineStart + 1})`;
};

const parameterPrefix = 'Malformed parameter: where: ';
const syntaxPrefix = `${parameterPrefix}Syntax error while parsing 'where'. `;

/** The message of an error about the predicate of a query, without the name of the parameter. */
export const withoutParameter = (message: string): string => {
  const prefix = [syntaxPrefix, parameterPrefix].find(each => message.startsWith(each)) ?? '';
  return message.slice(prefix.length);
};

/** The error for a malformed predicate (GEN054), with its position. */
export const predicateSyntaxError = (source: string, at: number, complaint: string): ApiError =>
  fail('SyntaxError', { message: `${syntaxPrefix}${complaint} ${textPosition(source, at)}` });
