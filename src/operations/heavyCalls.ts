/**
 * Finds the calls that may compute for long: they run in threads that other calls do not wait for (server/workers). The
 * test is cheap, since each call takes it: it looks at the verb, and at the lengths of body and query string.
 */
import { limits } from '../base/config/limits.js';
import type { UnnumberedCall } from './Call.js';
import { verbsByName } from './verbs/index.js';
import type { Verb } from './verbs/Verb.js';

/** A call is light up to these lengths. */
interface LightLengths {
  readonly bodyBytesMax: number;
  readonly queryBytesMax: number;
}

const { lightBodyBytesMax, lightDocumentBytesMax, lightQueryBytesMax } = limits;

const usual: LightLengths = { bodyBytesMax: lightBodyBytesMax, queryBytesMax: lightQueryBytesMax };

/** Lengths by the weight of a verb. A part of a document or a search costs more than a member of a draft. */
const lengthsByWeight = {
  document: { bodyBytesMax: lightDocumentBytesMax, queryBytesMax: lightQueryBytesMax },
  // The length of such a call does not tell its work: it looks at all predicates, discounts or sums of a project.
  heavy: { bodyBytesMax: -1, queryBytesMax: -1 },
} satisfies Record<NonNullable<Verb['weight']>, LightLengths>;

export const isHeavyCall = ({ verb, body, query }: Pick<UnnumberedCall, 'verb' | 'body' | 'query'>): boolean => {
  const weight = verbsByName.get(verb)?.weight;
  const { bodyBytesMax, queryBytesMax } = weight === undefined ? usual : lengthsByWeight[weight];
  return body.length > bodyBytesMax || query.length > queryBytesMax;
};
