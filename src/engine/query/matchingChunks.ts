import type { BodyFilter } from './predicate/compileBodyFilter.js';
import type { QueryRun } from './QueryRun.js';

/** A resource that matches the predicate, with those of its members that were read. */
export interface MatchingResource {
  readonly body: Buffer;
  readonly members: Readonly<Record<string, unknown>>;
}

/** Bodies that are fetched and filtered at once. */
export const chunkBodies = 100;

/** The resources of the ids that pass a filter, in the order of the ids; deleted ones are left out. */
export async function* matchingChunks(
  run: QueryRun,
  ids: readonly string[],
  filter: BodyFilter,
): AsyncGenerator<MatchingResource[]> {
  for (let at = 0; at < ids.length; at += chunkBodies) {
    run.assertInTime();
    const bodies = await run.store.bodies(run.projectKey, run.resourceType.typeId, ids.slice(at, at + chunkBodies));
    const matches: MatchingResource[] = [];
    for (const body of bodies) {
      const members = body === null ? undefined : filter(body);
      if (body !== null && members !== undefined) matches.push({ body, members });
    }
    yield matches;
  }
}
