/** An expression as a test of an order's content: closures built once. */
import type { Content } from '../document/content.js';
import { fieldValues } from '../document/fieldValues.js';
import type { Exact, Expression, FullText, Prefix, Range, Wildcard } from '../query/ast.js';
import { comparableNumber, digitsOf, foldCase, isNumericType, wordsOf } from '../comparableValues.js';
import { compileWildcard } from './compileWildcard.js';

/** From 0, not met, to 1; in between where some of its words are met. */
export type ExpressionMeasure = (content: Content) => number;

/** How much of an expression the values of its field meet. */
export type ValuesMeasure = (values: readonly unknown[]) => number;

type TextTest = (text: string) => boolean;

const any =
  (test: TextTest): ValuesMeasure =>
  values =>
    values.some(value => test(String(value))) ? 1 : 0;

/** A test of folded text for one without regard to case. */
const inCase = (caseInsensitive: boolean, text: string, testOf: (text: string) => TextTest): TextTest => {
  if (!caseInsensitive) return testOf(text);
  const test = testOf(foldCase(text));
  return value => test(foldCase(value));
};

const phoneWords = (value: string, isPhone: boolean): string[] =>
  isPhone ? [digitsOf(value)].filter(digits => digits !== '') : wordsOf(value);

/** The words of all values together, each once. */
const fullText = ({ value, mustMatch, field }: FullText): ValuesMeasure => {
  const isPhone = field.type === 'phone';
  const wanted = phoneWords(value, isPhone);
  if (wanted.length === 0) return () => 0;
  return values => {
    const held = new Set(values.flatMap(each => phoneWords(String(each), isPhone)));
    const met = wanted.filter(word => held.has(word)).length;
    if (mustMatch === 'all') return met === wanted.length ? 1 : 0;
    return met / wanted.length;
  };
};

const exact = ({ value, caseInsensitive, field }: Exact): ValuesMeasure => {
  if (isNumericType(field.type))
    return values => (values.some(each => comparableNumber(field.type, each) === value) ? 1 : 0);
  return any(inCase(caseInsensitive, String(value), wanted => text => text === wanted));
};

const prefix = ({ value, caseInsensitive, field }: Prefix): ValuesMeasure => {
  if (field.type !== 'phone') return any(inCase(caseInsensitive, value, wanted => text => text.startsWith(wanted)));
  const digits = digitsOf(value);
  return digits === '' ? () => 0 : any(text => digitsOf(text).startsWith(digits));
};

const matchesWildcard = ({ value, caseInsensitive }: Wildcard): ValuesMeasure =>
  any(inCase(caseInsensitive, value, compileWildcard));

const range = ({ field, gte, lte }: Range): ValuesMeasure => {
  const isIn = (value: string | number | undefined): boolean =>
    value !== undefined && (gte === undefined || value >= gte) && (lte === undefined || value <= lte);
  return values =>
    values.some(value => isIn(isNumericType(field.type) ? comparableNumber(field.type, value) : String(value))) ? 1 : 0;
};

const isAnything = (value: unknown): boolean => value !== undefined && value !== null;

/** What the values of an expression's field must be. */
export const measureValues = (expression: Expression): ValuesMeasure => {
  switch (expression.kind) {
    case 'fullText':
      return fullText(expression);
    case 'exact':
      return exact(expression);
    case 'prefix':
      return prefix(expression);
    case 'wildcard':
      return matchesWildcard(expression);
    case 'range':
      return range(expression);
    case 'exists':
      return values => (values.some(isAnything) ? 1 : 0);
  }
};

/** Without a language it is any for `exists`, and the key of a LocalizedEnumType for the others. */
export const expressionLanguage = ({ kind, field, language }: Expression): string | undefined =>
  language ?? (field.type === 'localizedText' && kind !== 'exists' ? '' : undefined);

export const measureExpression = (expression: Expression): ExpressionMeasure => {
  const measure = measureValues(expression);
  const language = expressionLanguage(expression);
  return content => measure(fieldValues(content, expression.field, language));
};
