/**
 * Which calls may compute for long: they run in threads that other calls do not wait for (server/workers). The sign is
 * cheap, since each call is looked at: its verb, and the lengths of its body and its query string.
 */
import { limits } from '../base/config/limits.js';
import type { WorkerVerb } from '../engine/define/RouteVerb.js';
import type { UnnumberedCall } from './Call.js';

/** A call is light up to these lengths. */
interface LightLengths {
  readonly bodyBytesMax: number;
  readonly queryBytesMax: number;
}

const { lightBodyBytesMax, lightDocumentBytesMax, lightQueryBytesMax } = limits;

const usual: LightLengths = { bodyBytesMax: lightBodyBytesMax, queryBytesMax: lightQueryBytesMax };

/** A part of a document or a search costs more than a member of a draft. */
const documents: LightLengths = { bodyBytesMax: lightDocumentBytesMax, queryBytesMax: lightQueryBytesMax };

/** Calls whose length tells nothing of what they compute: they look at all predicates, discounts or sums of a project. */
const neverLight: LightLengths = { bodyBytesMax: -1, queryBytesMax: -1 };

/** The verbs whose calls are light up to other lengths than usual. */
const lengthsOf: ReadonlyMap<WorkerVerb, LightLengths> = new Map<WorkerVerb, LightLengths>([
  ['graphql', documents],
  ['indexerGraphql', documents],
  ['searchOrders', documents],
  ['searchProducts', documents],
  ['searchProjections', documents],
  ['searchCustomers', documents],
  ['readOrderFigures', neverLight],
  ['testPredicates', neverLight],
  ['testDiscount', neverLight],
]);

export const isHeavyCall = ({ verb, body, query }: Pick<UnnumberedCall, 'verb' | 'body' | 'query'>): boolean => {
  const { bodyBytesMax, queryBytesMax } = lengthsOf.get(verb) ?? usual;
  return body.length > bodyBytesMax || query.length > queryBytesMax;
};
