import type { SearchedIndex } from '../../../search/run/findCandidates.js';
import type { ExaminedIndex } from './examineResources.js';
import { findIds } from './findUnfound.js';
import type { SearchFinding } from './SearchDifference.js';

export interface DocumentPage {
  readonly ids: readonly string[];
  /** Number of hits without a document. */
  readonly ghosts: number;
}

/** A time window with more hits is halved. */
const pageMax = 1_000;
const hitsMax = 1_000_000;
/** End of the halved time range, in the year 2109; resources before and after it are read in one page each. */
const endMs = 2 ** 42;

/** Reads a page again when it has hits without a document, which may have been removed during the search. */
const readStablePage = async (
  searched: SearchedIndex,
  text: string,
  limit: number,
  isRepeated = false,
): Promise<DocumentPage & { readonly total: number }> => {
  const { total, ids } = await findIds(searched, text, limit);
  const ghosts = total <= limit ? total - ids.length : 0;
  return ghosts === 0 || isRepeated ? { total, ids, ghosts } : readStablePage(searched, text, limit, true);
};

async function* pagesBetween(searched: SearchedIndex, fromMs: number, toMs: number): AsyncGenerator<DocumentPage> {
  const text = `@created:[${fromMs} (${toMs}]`;
  const isSmallest = toMs - fromMs <= 1;
  const page = await readStablePage(searched, text, isSmallest ? hitsMax : pageMax);
  if (page.total <= pageMax || isSmallest) return yield page;
  const middle = Math.floor((fromMs + toMs) / 2);
  yield* pagesBetween(searched, fromMs, middle);
  yield* pagesBetween(searched, middle, toMs);
}

/**
 * Yields all documents of the index, window by window; documents that are added or removed meanwhile may be missing.
 */
export async function* pagesOfDocuments(searched: SearchedIndex): AsyncGenerator<DocumentPage> {
  yield readStablePage(searched, '@created:[-inf (0]', hitsMax);
  yield* pagesBetween(searched, 0, endMs);
  yield readStablePage(searched, `@created:[${endMs} +inf]`, hitsMax);
}

/** Finds documents without a resource. The deletion of a resource leaves a dirty mark until its document is removed. */
export const examineDocuments = async (
  { type, states, indexes, store, projectKey, number }: ExaminedIndex,
  ids: readonly string[],
): Promise<SearchFinding[]> => {
  const scores = await store.scores(projectKey, type.typeId, { by: 'id' }, ids);
  const orphans = ids.filter((_, at) => scores[at] === null);
  if (orphans.length === 0) return [];
  const marked = await states.markedIds(projectKey, orphans);
  const documents = await indexes.contents(projectKey, type.typeId, number, orphans);
  return orphans.flatMap((id, at): SearchFinding[] => {
    const document = documents[at] ?? null;
    if (document === null) return [];
    const detail = `its document is of version ${document.version}, the ${type.noun} is gone`;
    return [{ kind: 'orphan', subject: id, detail, source: id, isPending: marked.has(id) }];
  });
};
