import { PageBodies } from './PageBodies.js';
import type { QueryScope } from './QueryScope.js';

/** Bodies of a page that are fetched at once: a page that is too long is given up before the next ones. */
export const fetchSize = 100;

/** The bodies of ids in their order, without those of resources that are deleted meanwhile. */
export const fetchPage = async (
  { store, projectKey, resourceType }: QueryScope,
  ids: readonly string[],
): Promise<Buffer[]> => {
  const page = new PageBodies();
  for (let at = 0; at < ids.length; at += fetchSize) {
    const bodies = await store.bodies(projectKey, resourceType.typeId, ids.slice(at, at + fetchSize));
    for (const body of bodies) if (body !== null) page.push(body);
  }
  return page.bodies;
};
