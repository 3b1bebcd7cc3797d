import { required } from '../../base/errors/ApiError.js';
import type { ResourceAccess } from '../define/ResourceAccess.js';
import type { Engine } from '../Engine.js';
import { expandReferences } from '../references/expandReferences.js';
import { resourceNotFound } from '../loadResources.js';
import type { ResourceRequest, Response } from '../ResourceRequest.js';
import { clientOwner } from '../visibility.js';
import type { Predicate } from './predicate/Predicate.js';
import type { QueryScope } from './pageBodies.js';
import { runQuery } from './runQuery.js';
import { unhiddenConditions, visibilityConditions } from './visibilityConditions.js';

export const equalsPredicate = (field: string, value: string): Predicate => ({
  kind: 'compare',
  field,
  operator: '=',
  value,
});

/** The stored bytes of the last modified resource that satisfies all of `parts`. */
export const latestBody = async (
  access: Pick<ResourceAccess, 'store' | 'resourceTypes' | 'queryTimeoutMs'>,
  scope: Omit<QueryScope, 'store'>,
  parts: readonly Predicate[],
): Promise<Buffer | undefined> => {
  const query = {
    limit: 1,
    offset: 0,
    withTotal: false,
    predicate: { kind: 'and', parts },
    sort: [{ path: ['lastModifiedAt'], direction: 'desc' }],
  } as const;
  const [body] = (await runQuery(access, scope, query)).bodies;
  return body;
};

/**
 * GET of the last modified resource of an owner (`latest` in the resource type's definition). Its indexes answer the
 * conditions, except those about hidden resources. Up to 5,000 ids of an owner are put in order (findCandidateIds.ts);
 * more are walked from the youngest on, until the time limit of queries.
 */
export const queryLatest = async (engine: Engine, request: ResourceRequest): Promise<Response> => {
  const { resourceType, locator, own, client, storeKey } = request;
  const { where } = required(
    resourceType.definition.otherAddresses?.latest,
    `the latest lookup of ${resourceType.typeId}`,
  );
  const named = locator === undefined ? [] : [equalsPredicate(locator.field, locator.value)];
  const body = await latestBody(engine, request, [
    ...visibilityConditions(request),
    ...(own === true ? [] : unhiddenConditions(resourceType)),
    ...named,
    equalsPredicate(where.field, where.value),
  ]);
  if (body === undefined)
    throw resourceNotFound({
      typeId: `${where.value} ${resourceType.typeId}`,
      ...(own === true ? clientOwner(client) : required(locator, 'the locator')),
      storeKey,
    });
  return { status: 200, body: await expandReferences(engine, request, body) };
};
