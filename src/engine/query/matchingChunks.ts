import { parseUndamaged } from '../damagedResources.js';
import { bodyParts } from './bodyParts.js';
import type { BodyFilter } from './predicate/compileBodyFilter.js';
import type { QueryRun } from './QueryRun.js';

/** A resource that matches the predicate, with those of its members that were read. */
export interface MatchingResource {
  readonly body: Buffer;
  readonly members: Readonly<Record<string, unknown>>;
}

/** The resources of the ids that pass a filter, in the order of the ids; deleted and damaged ones are left out. */
export async function* matchingChunks(
  run: QueryRun,
  ids: readonly string[],
  filter: BodyFilter,
): AsyncGenerator<MatchingResource[]> {
  for await (const bodies of bodyParts(run, ids, run.deadline)) {
    const matches: MatchingResource[] = [];
    for (const body of bodies) {
      const yielding = run.deadline.check();
      if (yielding !== undefined) await yielding;
      const members = body === null ? undefined : parseUndamaged(run.projectKey, run.resourceType.typeId, body, filter);
      if (body !== null && members !== undefined) matches.push({ body, members });
    }
    yield matches;
  }
}
