/**
 * Finds the calls that may compute for long: they run in threads that other calls do not wait for (server/workers). The
 * test is cheap, since each call takes it: it looks at the verb, at the lengths of body and query string,
 * and at the resources that were long when they were read last.
 */
import { LRUCache } from 'lru-cache';
import { limits } from '../base/config/limits.js';
import { entryLimit } from '../base/memory/ReadCache.js';
import type { CallReply, UnnumberedCall } from './Call.js';
import { verbsByName } from './verbs/index.js';
import type { Verb } from './verbs/Verb.js';

type ResourceCall = Pick<UnnumberedCall, 'projectKey' | 'typeId' | 'field' | 'value'>;

const resourcesMax = 10_000;
const rememberedMs = 600_000;
/** A resource begins with its id; a page of resources does not. */
const headBytes = 300;
const resourceHead = /^\{"id":"([^"]{1,256})","version"/;

const nameOf = ({ projectKey, typeId }: ResourceCall, field: string, value: string): string =>
  `${projectKey} ${typeId} ${field} ${value}`;

const idIn = (body: Uint8Array | string): string | undefined => {
  const head =
    typeof body === 'string' ? body.slice(0, headBytes) : Buffer.from(body.subarray(0, headBytes)).toString();
  return resourceHead.exec(head)?.[1];
};

/**
 * The resources that were long in their last response: a call that names one reads and writes it whole, however short
 * the call is.
 */
export class LongResources {
  readonly #names = new LRUCache<string, true>({ ...entryLimit(resourcesMax), ttl: rememberedMs });

  has(call: ResourceCall): boolean {
    const { field, value } = call;
    if (this.#names.size === 0 || field === undefined || value === undefined) return false;
    return this.#names.has(nameOf(call, field, value));
  }

  /** Remembers the resource of a response by its id, and by the value with which the call named it. */
  note(call: ResourceCall, { body }: Pick<CallReply, 'body'>): void {
    const { field, value } = call;
    const id = idIn(body);
    if (id === undefined) return;
    const names = [nameOf(call, 'id', id)];
    if (field !== undefined && value !== undefined) names.push(nameOf(call, field, value));
    const isLong = body.length > limits.lightBodyBytesMax;
    for (const name of names) {
      if (isLong) this.#names.set(name, true);
      else this.#names.delete(name);
    }
  }
}

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
