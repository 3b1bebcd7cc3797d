import { setTimeout } from 'node:timers/promises';
import type { HttpResponse } from '../../support/http.js';

/** A project with resources that do not change. */
export interface UnchangedResources {
  readonly ids: readonly string[];
  /** A query that finds all of them. */
  readonly oldest: string;
  readonly get: (path: string) => Promise<HttpResponse>;
  /** A search that finds all of them. */
  readonly search: () => Promise<HttpResponse>;
}

type QueryResults = { readonly results: readonly { readonly id: string }[] };
type SearchHits = { readonly total: number; readonly hits: readonly { readonly id: string }[] };

/** The pause between two reads of a kind. */
const restMs = 25;

/** Reads unchanged resources continuously by every kind of read; each response must be correct or a 503. */
export const readAlong = ({ ids, get, oldest, search }: UnchangedResources) => {
  const seen = { orders: 0, lists: 0, searches: 0, refused: 0 };
  let isOver = false;
  const wrong: string[] = [];
  const look = async (
    name: 'orders' | 'lists' | 'searches',
    call: () => Promise<HttpResponse>,
    isRight: (json: unknown) => boolean,
  ): Promise<void> => {
    while (!isOver) {
      const { status, json, text } = await call();
      if (status === 200 && isRight(json)) seen[name]++;
      else if (status === 503) seen.refused++;
      else wrong.push(`${name}: ${status} ${text.slice(0, 200)}`);
      await setTimeout(restMs);
    }
  };
  const isAll = (found: readonly { readonly id: string }[]): boolean =>
    found
      .map(({ id }) => id)
      .sort()
      .join() === ids.join();
  let turn = 0;
  const looking = Promise.all([
    look(
      'orders',
      () => get(`orders/${ids[turn++ % ids.length]!}`),
      json => ids.includes((json as { id: string }).id),
    ),
    look(
      'lists',
      () => get(oldest),
      json => isAll((json as QueryResults).results),
    ),
    look('searches', search, json => isAll((json as SearchHits).hits) && (json as SearchHits).total === ids.length),
  ]);
  return {
    seen,
    wrong,
    stop: async () => {
      isOver = true;
      await looking;
    },
  };
};
