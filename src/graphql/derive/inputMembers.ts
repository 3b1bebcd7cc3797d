import { assertJsonValue, parseJson, isPresent } from '../../engine/document/json.js';
import { repeatedLanguage } from '../../engine/schema/languageTags.js';
import { ApiError, invalidInput } from '../../base/errors/ApiError.js';
import type { Arguments } from '../GraphqlContext.js';
import type { JsonObject } from '../readRequest.js';

/** Converts an input, which is neither undefined nor null, to its form in REST. */
export type Convert = (value: never) => unknown;

/** An input type, with the conversion of its values where they have another form in REST. */
export interface Input {
  readonly type: string;
  readonly convert?: Convert;
}

/** Requires one of two members of an input. */
export const assertOneOf = <I extends object>(subject: string, input: I, [one, other]: [keyof I, keyof I]): void => {
  if (isPresent(input[one]) === isPresent(input[other]))
    throw invalidInput(`${subject} takes one of ${String(one)} and ${String(other)}.`);
};

/* Inputs identify the Type of custom fields in three ways and have values as JSON texts; REST has one way and JSON. */

/** Reads the reference to the Type, which is given by id, by key or as an identifier (CUST077). */
const readTypeIdentifier = ({ typeId, typeKey, type }: Arguments): object | undefined => {
  const named = [typeId, typeKey, type].filter(isPresent);
  if (named.length > 1) throw invalidInput('Custom fields take one of typeId, typeKey and type, not several.');
  if (named.length === 0) return undefined;
  if (typeof typeId === 'string') return { typeId: 'type', id: typeId };
  return typeof typeKey === 'string' ? { typeId: 'type', key: typeKey } : { typeId: 'type', ...(type as object) };
};

const readJsonText = (subject: string, name: string, text: string): unknown => {
  let parsed: unknown;
  try {
    parsed = parseJson(text);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw invalidInput(`${subject} is no JSON: expected text such as "\\"a text\\"", "12" or "true".`);
  }
  assertJsonValue(name, parsed);
  return parsed;
};

export const readFieldValue = (name: string, text: unknown): unknown =>
  readJsonText(`The value of the custom field '${name}'`, name, text as string);

/** Reads a member whose value may be any JSON. */
export const readAnyValue = (name: string, text: string): unknown => readJsonText(`The member '${name}'`, name, text);

interface FieldInput {
  readonly name: string;
  readonly value: string;
}

export const toFields = (fields: readonly FieldInput[]): JsonObject =>
  Object.fromEntries(fields.map(({ name, value }) => [name, readFieldValue(name, value)]));

/** Converts an input of custom fields, whose values are JSON texts, to a draft of REST. */
export const toCustomFieldsDraft = (input: Arguments): { type?: object; fields?: JsonObject } => ({
  type: readTypeIdentifier(input),
  fields: isPresent(input.fields) ? toFields(input.fields as FieldInput[]) : undefined,
});

/* Parts of products are objects with any names in REST, and lists in GraphQL, which has no such objects. */

interface TokenizerInput {
  readonly whitespace?: object | null;
  readonly custom?: { readonly inputs: readonly string[] } | null;
}

interface KeywordInput {
  readonly text: string;
  readonly suggestTokenizer?: TokenizerInput | null;
}

interface KeywordsInput {
  readonly locale: string;
  readonly keywords: readonly KeywordInput[];
}

interface OrderHintInput {
  readonly uuid: string;
  readonly orderHint: string;
}

const toTokenizer = (input: TokenizerInput): object => {
  assertOneOf('A suggest tokenizer', input, ['whitespace', 'custom']);
  return isPresent(input.custom) ? { type: 'custom', inputs: input.custom.inputs } : { type: 'whitespace' };
};

const toKeyword = ({ text, suggestTokenizer }: KeywordInput): object => ({
  text,
  ...(isPresent(suggestTokenizer) && { suggestTokenizer: toTokenizer(suggestTokenizer) }),
});

/** Returns an object of values by language; the scalar has already converted the tags to their stored form. */
const byLanguage = <I extends { readonly locale: string }>(
  list: readonly I[],
  valueOf: (input: I) => unknown,
): object => {
  const repeated = repeatedLanguage(list.map(({ locale }) => locale));
  if (repeated !== undefined) throw invalidInput(`The language '${repeated.second}' is given twice.`);
  return Object.fromEntries(list.map(input => [input.locale, valueOf(input)]));
};

interface LocalizedTextInput {
  readonly locale: string;
  readonly value: string;
}

export const toLocalizedText = (texts: readonly LocalizedTextInput[]): object =>
  byLanguage(texts, ({ value }) => value);

export const toSearchKeywords = (list: readonly KeywordsInput[]): object =>
  byLanguage(list, ({ keywords }) => keywords.map(toKeyword));

export const toCategoryOrderHints = (list: readonly OrderHintInput[]): object =>
  Object.fromEntries(list.map(({ uuid, orderHint }) => [uuid, orderHint]));

/* Inputs of money have a field for each of two kinds. */

interface MoneyInput {
  readonly centPrecision?: object | null;
  readonly highPrecision?: object | null;
}

export const toTypedMoney = ({ centPrecision, highPrecision }: MoneyInput): object => {
  assertOneOf('Money', { centPrecision, highPrecision }, ['centPrecision', 'highPrecision']);
  return isPresent(centPrecision)
    ? { ...centPrecision, type: 'centPrecision' }
    : { ...highPrecision, type: 'highPrecision' };
};

interface DiscountMoneyInput extends MoneyInput {
  readonly centAmount?: number | null;
  readonly currencyCode?: string | null;
}

/** Converts an amount of a discount, which clients may also give as plain cents. */
export const toDiscountMoney = ({ centAmount, currencyCode, ...kinds }: DiscountMoneyInput): object => {
  if (!isPresent(centAmount) && !isPresent(currencyCode)) return toTypedMoney(kinds);
  if (isPresent(kinds.centPrecision) || isPresent(kinds.highPrecision))
    throw invalidInput('Money takes either centAmount and currencyCode or one of the kinds.');
  return { type: 'centPrecision', centAmount, currencyCode };
};
