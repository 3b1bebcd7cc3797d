import { limits } from '../../config/limits.js';
import { expectedBytes } from '../../store/longestBodies.js';
import { bodyParts } from './bodyParts.js';
import { LongPageError } from './LongPageError.js';
import { PageBodies } from './PageBodies.js';
import type { QueryRun } from './QueryRun.js';

type PageRun = Pick<QueryRun, 'store' | 'projectKey' | 'resourceType' | 'pageBytesMax'>;

/** Whether one call can read a page: its bodies are few, and expected to be short. */
export const fitsOneRead = ({ projectKey, resourceType, pageBytesMax }: PageRun, count: number): boolean =>
  count <= limits.queryReadCountMax &&
  expectedBytes(projectKey, resourceType.typeId, count) <= (pageBytesMax ?? limits.queryReadBytesMax);

/** The bodies of ids in their order, without those of resources that are deleted meanwhile; one call reads them. */
export const fetchPageAtOnce = async (
  { store, projectKey, resourceType }: PageRun,
  ids: readonly string[],
): Promise<Buffer[]> => {
  const page = new PageBodies();
  for (const body of await store.bodies(projectKey, resourceType.typeId, ids, 'leaveOut'))
    if (body !== null) page.push(body);
  return page.bodies;
};

const assertShortPage = async (
  { store, projectKey, resourceType }: PageRun,
  ids: readonly string[],
  bytesMax: number,
): Promise<void> => {
  const lengths = await store.bodyLengths(projectKey, resourceType.typeId, ids);
  const bytes = lengths.reduce((sum, length) => sum + length, 0);
  if (bytes > bytesMax) throw new LongPageError(bytes);
};

/**
 * The bodies as fetchPageAtOnce returns them, read in parts: a page that is too long is given up before the next one.
 * Throws LongPageError where the run takes only short pages.
 */
export const fetchPage = async (run: PageRun, ids: readonly string[]): Promise<Buffer[]> => {
  if (run.pageBytesMax !== undefined) {
    await assertShortPage(run, ids, run.pageBytesMax);
    return fetchPageAtOnce(run, ids);
  }
  const page = new PageBodies();
  for await (const bodies of bodyParts(run, ids)) for (const body of bodies) if (body !== null) page.push(body);
  return page.bodies;
};
