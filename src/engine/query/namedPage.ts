import { leaveOutDamaged } from '../damagedResources.js';
import { memberReader } from './memberReader.js';
import { compileBodyFilter } from './predicate/compileBodyFilter.js';
import type { Page, QueryRun } from './QueryRun.js';

/** Reads a stored body by id. */
export type ReadBody = (id: string) => Promise<Buffer | null>;

/** A page of the only resource that can match, if there is one; its body is read once, and by id. */
export const namedPage = async (run: QueryRun, id: string | undefined, readBody?: ReadBody): Promise<Page> => {
  const { store, projectKey, resourceType, query } = run;
  const read = readBody ?? (one => store.body(projectKey, resourceType.typeId, one));
  const body = id === undefined ? null : await read(id).catch(leaveOutDamaged);
  run.deadline.assertInTime();
  const matches =
    body === null || compileBodyFilter(query.predicate, memberReader(run))(body) === undefined ? [] : [body];
  return { bodies: matches.slice(query.offset), total: query.withTotal ? matches.length : undefined };
};
