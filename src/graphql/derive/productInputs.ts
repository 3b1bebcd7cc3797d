/** Converts the parts of products that are objects with any names in REST, and lists in GraphQL. */
import { fail } from '../../errors/ApiError.js';

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

const toTokenizer = ({ whitespace, custom }: TokenizerInput): object => {
  const isWhitespace = whitespace !== undefined && whitespace !== null;
  const isCustom = custom !== undefined && custom !== null;
  if (isWhitespace === isCustom)
    throw fail('InvalidInput', { message: 'A suggest tokenizer takes one of whitespace and custom.' });
  return isCustom ? { type: 'custom', inputs: custom.inputs } : { type: 'whitespace' };
};

const toKeyword = ({ text, suggestTokenizer }: KeywordInput): object => ({
  text,
  ...(suggestTokenizer !== undefined &&
    suggestTokenizer !== null && { suggestTokenizer: toTokenizer(suggestTokenizer) }),
});

export const toSearchKeywords = (list: readonly KeywordsInput[]): object =>
  Object.fromEntries(list.map(({ locale, keywords }) => [locale, keywords.map(toKeyword)]));

export const toCategoryOrderHints = (list: readonly OrderHintInput[]): object =>
  Object.fromEntries(list.map(({ uuid, orderHint }) => [uuid, orderHint]));
