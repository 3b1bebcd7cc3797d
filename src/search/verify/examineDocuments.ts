/** From the index to orders: all that it finds, a window of time after the other, however many there are. */
import type { Store } from '../../store/Store.js';
import type { SearchedIndex } from '../run/runSearch.js';
import type { Suspicion } from './Difference.js';
import type { ExaminedIndex } from './examineOrders.js';

export interface Page {
  readonly ids: readonly string[];
  /** Hits that have no document behind them. */
  readonly ghosts: number;
}

/** From so many on a window is halved. */
const pageMax = 1_000;
const hitsMax = 1_000_000;
/** Milliseconds: until the year 2109. What lies before and behind is looked at as well. */
const endMs = 2 ** 42;

const pageOf = async (
  { find }: SearchedIndex,
  text: string,
  limit: number,
): Promise<Page & { readonly total: number }> => {
  const { total, hits } = await find(text, { sortBy: 'created', descending: false, offset: 0, limit, content: false });
  return { total, ids: hits.map(({ id }) => id), ghosts: total <= limit ? total - hits.length : 0 };
};

/** One that left while the answer was made is none. */
const pageAgain = async (
  searched: SearchedIndex,
  text: string,
  limit: number,
): Promise<Page & { readonly total: number }> => {
  const first = await pageOf(searched, text, limit);
  return first.ghosts === 0 ? first : pageOf(searched, text, limit);
};

async function* between(searched: SearchedIndex, fromMs: number, toMs: number): AsyncGenerator<Page> {
  const text = `@created:[${fromMs} (${toMs}]`;
  const isWhole = toMs - fromMs <= 1;
  const page = await pageAgain(searched, text, isWhole ? hitsMax : pageMax);
  if (page.total <= pageMax || isWhole) return yield page;
  const middle = Math.floor((fromMs + toMs) / 2);
  yield* between(searched, fromMs, middle);
  yield* between(searched, middle, toMs);
}

/** Every hit of `*` once; those that come or go meanwhile may be missed. */
export async function* pagesOfDocuments(searched: SearchedIndex): AsyncGenerator<Page> {
  yield pageAgain(searched, '@created:[-inf (0]', hitsMax);
  yield* between(searched, 0, endMs);
  yield pageAgain(searched, `@created:[${endMs} +inf]`, hitsMax);
}

/** Those of the documents that have no order. A deletion leaves a mark, which goes with the document. */
export const examineDocuments = async (
  { states, indexes, projectKey, number }: ExaminedIndex,
  store: Store,
  ids: readonly string[],
): Promise<Suspicion[]> => {
  const scores = await store.scores(projectKey, 'order', { by: 'id' }, ids);
  const alone = ids.filter((_, at) => scores[at] === null);
  if (alone.length === 0) return [];
  const marked = await states.markedIds(projectKey, alone);
  const held = await indexes.contents(projectKey, 'order', number, alone);
  return alone.flatMap((id, at): Suspicion[] =>
    held[at] === null
      ? []
      : [
          {
            id,
            kind: 'orphan',
            detail: `its document is of version ${held[at]!.version}, the order is gone`,
            isPending: marked.has(id),
          },
        ],
  );
};
