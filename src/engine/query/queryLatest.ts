import type { Engine } from '../Engine.js';
import { expandReferences } from '../references/expandReferences.js';
import { resourceNotFound } from '../resourceNotFound.js';
import type { Predicate } from './predicate/ast.js';
import type { ResourceRequest, Response } from '../ResourceRequest.js';
import { visibilityConditions, unhiddenConditions } from './visibilityConditions.js';
import { clientOwner } from '../visibility.js';
import { runQuery } from './queryResources.js';

export const equals = (field: string, value: string): Predicate => ({ kind: 'compare', field, operator: '=', value });

/** The stored bytes of the one last modified of those that meet all of `parts`. */
export const latestBody = async (
  engine: Engine,
  request: Pick<ResourceRequest, 'resourceType' | 'projectKey'>,
  parts: readonly Predicate[],
): Promise<Buffer | undefined> => {
  const query = {
    limit: 1,
    offset: 0,
    withTotal: false,
    predicate: { kind: 'and', parts },
    sort: [{ path: ['lastModifiedAt'], direction: 'desc' }],
  } as const;
  return (await runQuery(engine, request, query)).bodies[0];
};

/**
 * GET of the one last modified of somebody's (`latest` in the resource type's declaration). Indexes tell it, but for what is not shown: up to 5,000 ids of
 * theirs are put in order (query/candidates.ts), whoever has more costs a walk from the youngest on, for as long as any query may take.
 */
export const queryLatest = async (engine: Engine, request: ResourceRequest): Promise<Response> => {
  const { resourceType, address, own, client, storeKey } = request;
  const { where } = resourceType.definition.latest!;
  const named = address === undefined ? [] : [equals(address.field, address.value)];
  const body = await latestBody(engine, request, [
    ...visibilityConditions(request),
    ...(own === true ? [] : unhiddenConditions(resourceType)),
    ...named,
    equals(where.field, where.value),
  ]);
  if (body === undefined)
    throw resourceNotFound({
      typeId: `${where.value} ${resourceType.typeId}`,
      ...(own === true ? clientOwner(client) : address!),
      storeKey,
    });
  return { status: 200, body: await expandReferences(engine, request, body) };
};
