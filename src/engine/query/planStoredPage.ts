import { limits } from '../../config/limits.js';
import { ApiError } from '../../errors/ApiError.js';
import type { ResourceType } from '../define/ResourceType.js';
import { exactRange } from './exactRange.js';
import { type IndexConditions, indexConditions } from './indexConditions.js';
import { indexOrder, type IndexOrder } from './indexOrder.js';
import { type ParsedQuery, parseQueryParameters } from './parseQueryParameters.js';
import { visibilityConditions } from './visibilityConditions.js';

/** A query for one resource by a unique value, or for a page of one list: a few commands of Redis answer it. */
export interface StoredPagePlan {
  readonly resourceType: ResourceType;
  readonly query: ParsedQuery;
  readonly conditions: IndexConditions;
  /** The order of the list; absent where the predicate names the resource. */
  readonly order?: IndexOrder;
}

/** Longer parameters are not looked at twice. */
const parametersLengthMax = 1_024;

const namesOne = ({ named, values, bounds }: IndexConditions): boolean =>
  named !== undefined && named.values.length === 1 && values.length === 0 && bounds.size === 0;

/**
 * Plans a query on a path without `/me` (GEN041 to GEN063). Undefined for a query that takes more than a few commands
 * or a look at many bodies, and for one that is refused.
 */
export const planStoredPage = (
  resourceType: ResourceType,
  storeKey: string | undefined,
  parameters: string,
): StoredPagePlan | undefined => {
  if (parameters.length > parametersLengthMax) return undefined;
  const given = new URLSearchParams(parameters);
  if (given.has('expand')) return undefined;
  let query: ParsedQuery;
  try {
    query = parseQueryParameters(
      given,
      visibilityConditions({ resourceType, storeKey, client: {} }),
      resourceType.fieldShape(),
    );
  } catch (error) {
    // A worker refuses the request with all errors of its parameters.
    if (error instanceof ApiError) return undefined;
    throw error;
  }
  if ((query.projectNames?.length ?? 0) > 0) return undefined;
  const conditions = indexConditions(resourceType, query.predicate);
  if (!conditions.complete || query.limit > limits.queryReadCountMax) return undefined;
  if (conditions.named !== undefined) return namesOne(conditions) ? { resourceType, query, conditions } : undefined;
  const order = indexOrder(resourceType, query.sort);
  const range = order && exactRange(resourceType, conditions, order);
  return range && { resourceType, query, conditions, order };
};
