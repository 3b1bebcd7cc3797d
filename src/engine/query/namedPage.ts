import { leaveOutDamaged } from '../damagedResources.js';
import { memberReader, type Page, type QueryRun, type QueryScope } from './pageBodies.js';
import { compileBodyFilter } from './predicate/bodyFilter.js';
import { targetById } from '../../store/target.js';
import type { NamedValues } from './conditions.js';

export type ReadBody = (id: string) => Promise<Buffer | null>;

/** A page of the only resource that can match, if there is one; its body is read once, and by id. */
export const namedPage = async (run: QueryRun, id: string | undefined, readBody?: ReadBody): Promise<Page> => {
  const { store, projectKey, resourceType, query } = run;
  const read = readBody ?? (one => store.body(projectKey, resourceType.typeId, one));
  const body = id === undefined ? null : await read(id).catch(leaveOutDamaged);
  run.deadline.assertInTime();
  const filter = compileBodyFilter(query.predicate, memberReader(run));
  const matches = body === null || run.deadline.runQuery(() => filter(body)) === undefined ? [] : [body];
  return { bodies: matches.slice(query.offset), total: query.withTotal ? matches.length : undefined };
};

/**
 * The ids that the predicate names itself: by `id in (…)`, by a unique field, or by targets that the resource holds.
 */
export const namedIds = async (scope: QueryScope, { or, ...named }: NamedValues): Promise<string[]> => {
  if (or !== undefined)
    return [...new Set((await Promise.all([named, ...or].map(each => namedIds(scope, each)))).flat())];
  const { store, projectKey, resourceType } = scope;
  const { field, values, heldTypeId } = named;
  if (field === 'id') return [...values];
  const ids =
    heldTypeId === undefined
      ? await Promise.all(values.map(value => store.findId(projectKey, resourceType.typeId, field, value)))
      : await store.holders(
          projectKey,
          values.map(value => targetById(heldTypeId, value)),
        );
  return [...new Set(ids)].filter(id => id !== null);
};
