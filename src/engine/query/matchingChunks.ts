import type { QueryRun } from './QueryRun.js';

/** A resource that matches the predicate. */
export interface MatchingResource {
  readonly body: Buffer;
  readonly resource: unknown;
}

/** Bodies that are parsed at once. */
export const chunkBodies = 100;

/** The resources of the ids that match, in the order of the ids; deleted ones are left out. */
export async function* matchingChunks(run: QueryRun, ids: readonly string[]): AsyncGenerator<MatchingResource[]> {
  for (let at = 0; at < ids.length; at += chunkBodies) {
    run.assertInTime();
    const bodies = await run.store.bodies(run.projectKey, run.resourceType.typeId, ids.slice(at, at + chunkBodies));
    const matches: MatchingResource[] = [];
    for (const body of bodies) {
      if (body === null) continue;
      const resource: unknown = JSON.parse(body.toString());
      if (run.matches(resource)) matches.push({ body, resource });
    }
    yield matches;
  }
}
