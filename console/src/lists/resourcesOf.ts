/** Reads all resources that a predicate matches, in pages by id: offsets end at 10,000. */
import { sendToProject } from '../api/project';
import type { Page, Resource } from '../resources/Resource';

export interface Selection {
  readonly projectKey: string;
  /** The path of the resource type. */
  readonly path: string;
  /** A predicate, or an empty text for all resources. */
  readonly where: string;
}

const pageSize = 200;

export async function* resourcesOf(
  { projectKey, path, where }: Selection,
  signal?: AbortSignal,
): AsyncGenerator<readonly Resource[]> {
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
