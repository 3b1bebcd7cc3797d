/** Reads all resources that a predicate matches or that words find, in pages: offsets end at 10,000. */
import { sendToProject } from '../api/project';
import { findAll, predicateOf } from '../find/findByWords';
import type { Page, Resource } from '../api/Resource';

export interface Selection {
  readonly projectKey: string;
  readonly path: string;
  /** A predicate, or an empty text for all resources. */
  readonly where: string;
  /** Words that the resources must match; empty for all. */
  readonly words?: string;
}

const pageSize = 200;

export async function* resourcesOf(selection: Selection, signal?: AbortSignal): AsyncGenerator<readonly Resource[]> {
  const { projectKey, path, words = '' } = selection;
  const wanted = { ...selection, words };
  const found = words === '' ? undefined : await findAll(wanted, signal);
  if (found !== undefined) return yield* found;
  const where = words === '' ? selection.where : await predicateOf(wanted);
  for (let last: string | undefined; ; ) {
    const conditions = [where.trim() === '' ? [] : `(${where})`, last === undefined ? [] : `id > "${last}"`].flat();
    const { results } = await sendToProject<Page>(projectKey, `/${path}`, {
      query: {
        limit: pageSize,
        sort: 'id asc',
        withTotal: false,
        ...(conditions.length > 0 && { where: conditions.join(' and ') }),
      },
      signal,
    });
    if (results.length > 0) yield results;
    last = results.at(-1)?.id;
    if (results.length < pageSize) return;
  }
}

/** Returns all resources that a predicate matches, for a list without pages. */
export const allResourcesOf = async (selection: Selection, signal?: AbortSignal): Promise<readonly Resource[]> => {
  const all: Resource[] = [];
  for await (const page of resourcesOf(selection, signal)) all.push(...page);
  return all;
};
