/** Answers `GET /{projectKey}/product-projections/suggest`: keywords of products that start with an input. */
import { limits } from '../base/config/limits.js';
import { WorkTime } from '../base/shedding/WorkTime.js';
import { projectionParametersOf } from '../commerce/resources/product/projections/parameters.js';
import { readFlag, readInteger } from '../engine/queryParameters.js';
import type { ResourceRequest, Response } from '../engine/ResourceRequest.js';
import { canonicalLanguageTag, isLanguageTag } from '../engine/schema/languageTags.js';
import type { Content } from './document/contentOf.js';
import { rawFieldValues, type LocalizedTexts } from './document/fieldValues.js';
import { unpackPart } from './document/unpackPart.js';
import { editCounter, editsOf, foldText, fuzzyLevelMax } from './fields/searchedWords.js';
import { splitAt } from './match/rows.js';
import { planQuery } from './plan/planQuery.js';
import { amongPublished, viewOf } from './productResults.js';
import type { Query } from './query/ast.js';
import { malformed } from './query/projections/parsePathExpression.js';
import { findCandidates, requiredFields, type SearchedIndex } from './run/findCandidates.js';
import type { ContentView } from './run/runSearch.js';
import { noProductIndex } from './searchProjections.js';
import { searchedProduct } from './types/product/product.js';
import { type SearchServices, withIndex } from './withIndex.js';

const { table } = searchedProduct;
const [inputs, keywords] = [table.named('suggestions.inputs'), table.named('searchKeywords')];
const suggestionsPath = inputs.contentPath.slice(0, 1);

const prefix = 'searchKeywords.';

interface Suggested {
  readonly name: string;
  readonly language: string;
  readonly input: string;
}

interface SuggestRequest {
  readonly inputs: readonly Suggested[];
  readonly limit: number;
  readonly isFuzzy: boolean;
}

const parse = (query: URLSearchParams): SuggestRequest => {
  const all = [...query].flatMap(([name, input]): Suggested[] => {
    if (!name.startsWith(prefix)) return [];
    const given = name.slice(prefix.length);
    if (!isLanguageTag(given)) throw malformed(name, given, `${prefix} and a language, such as ${prefix}en`);
    const language = canonicalLanguageTag(given);
    if (input.trim() === '' || input.length > limits.searchPatternLengthMax)
      throw malformed(name, input, `a text of 1 to ${limits.searchPatternLengthMax} characters`);
    return [{ name, language, input: input.trim() }];
  });
  if (all.length === 0) throw malformed(`${prefix}<language>`, '', 'the start of a keyword');
  return {
    inputs: all,
    limit: readInteger(query, 'limit', limits.suggestionsDefault, 1, limits.suggestionsMax),
    isFuzzy: readFlag(query, 'fuzzy', false),
  };
};

const queryOf = ({ language, input }: Suggested, isFuzzy: boolean): Query =>
  isFuzzy
    ? { kind: 'exists', field: inputs, language, boost: 0 }
    : { kind: 'prefix', field: inputs, language, value: input, caseInsensitive: true, boost: 0 };

const textIn = (texts: unknown, language: string): string | undefined => {
  const all = texts as LocalizedTexts;
  return Object.hasOwn(all, language) ? all[language] : undefined;
};

/** Creates a test whether an input of a keyword starts with the given input, or with a similar text. */
const startTest = ({ input }: Suggested, isFuzzy: boolean): ((text: string) => boolean) => {
  const wanted = foldText(input);
  if (!isFuzzy) return text => foldText(text).startsWith(wanted);
  const countEdits = editCounter(wanted, editsOf(wanted, fuzzyLevelMax), { isStart: true });
  return text => countEdits(foldText(text)) !== undefined;
};

const keywordsIn = (content: Content, { language }: Suggested, test: (text: string) => boolean): string[] => {
  const texts = rawFieldValues(content, keywords);
  return splitAt(content, suggestionsPath).flatMap((suggestion, at) => {
    const text = textIn(texts[at] ?? {}, language);
    const isFound = rawFieldValues(suggestion, inputs).some(each => test(textIn(each, language) ?? ''));
    return text !== undefined && isFound ? [text] : [];
  });
};

interface SuggestOptions {
  readonly staged: boolean;
  readonly view?: ContentView;
  readonly time: WorkTime;
}

/** Adds keywords until there are as many as the limit. */
const addKeywords = async (
  found: Set<string>,
  searched: SearchedIndex,
  languages: readonly string[],
  suggested: Suggested,
  { limit, isFuzzy }: Pick<SuggestRequest, 'limit' | 'isFuzzy'>,
  { staged, view, time }: SuggestOptions,
): Promise<void> => {
  const own = queryOf(suggested, isFuzzy);
  const query = staged ? own : amongPublished(own);
  const members = requiredFields({ query, sort: [] }, [keywords], view?.members);
  const test = startTest(suggested, isFuzzy);
  for await (const hits of findCandidates(searched, planQuery(query, languages, undefined, staged)))
    for (const hit of hits) {
      const pause = time.pause(hit?.content?.length);
      if (pause !== undefined) await pause;
      if (hit?.content === undefined) continue;
      const stored = unpackPart(hit.content, members);
      for (const text of time.runQuery(() => keywordsIn(view?.of(stored) ?? stored, suggested, test))) found.add(text);
      if (found.size >= limit) return;
    }
};

/** Collects distinct keywords: those that start as typed before similar ones, those of the newest products first. */
const suggestionsFor = async (
  searched: SearchedIndex,
  languages: readonly string[],
  suggested: Suggested,
  { limit, isFuzzy }: SuggestRequest,
  options: SuggestOptions,
): Promise<string[]> => {
  const found = new Set<string>();
  await addKeywords(found, searched, languages, suggested, { limit, isFuzzy: false }, options);
  if (isFuzzy && found.size < limit)
    await addKeywords(found, searched, languages, suggested, { limit, isFuzzy: true }, options);
  return [...found].slice(0, limit);
};

/** Returns the keywords for each input, by the name of its parameter. */
export const findSuggestions = async (
  services: SearchServices,
  call: ResourceRequest,
): Promise<readonly (readonly [name: string, keywords: readonly { readonly text: string }[]])[]> => {
  const { engine } = services;
  const request = parse(call.query);
  const { staged } = await projectionParametersOf(engine, call);
  const view = viewOf([], staged);
  const results = await withIndex({ ...services, noIndex: noProductIndex }, call.projectKey, (searched, languages) =>
    Promise.all(
      request.inputs.map(each => {
        const time = new WorkTime(call.projectKey, engine.queryTimeoutMs, { mayMove: true });
        return suggestionsFor(searched, languages, each, request, { staged, view, time });
      }),
    ),
  );
  return request.inputs.map(({ name }, at) => [name, (results[at] ?? []).map(text => ({ text }))] as const);
};

export const suggestKeywords = async (services: SearchServices, call: ResourceRequest): Promise<Response> => ({
  status: 200,
  body: JSON.stringify(Object.fromEntries(await findSuggestions(services, call))),
});
