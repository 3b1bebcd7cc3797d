/** Resolvers of the pages of assignments: the products of selections. */
import { productSelection } from '../../commerce/resources/productSelection/index.js';
import { productSelectionAssignment } from '../../commerce/resources/productSelectionAssignment.js';
import { activeInStore, idIn } from '../../commerce/resources/productSelection/queries.js';
import type { Predicate } from '../../engine/query/predicate/Predicate.js';
import { assertScope, type GraphqlContext } from '../GraphqlContext.js';
import { pathsOf } from '../ResourcePath.js';
import type { JsonObject } from '../readRequest.js';
import { anyOf, conditionedPageResolver } from './resourceQueries.js';
import { loads, type Resolver } from './Resolver.js';

type Conditions = (source: JsonObject, context: GraphqlContext) => Promise<readonly Predicate[]> | readonly Predicate[];

const { read } = productSelection.scopes;

const assignments = (conditionsOf: Conditions): Resolver =>
  conditionedPageResolver(productSelectionAssignment, async (source, context) => {
    for (const { storeKey } of pathsOf(source, context)) assertScope({ ...context, storeKey }, read);
    return conditionsOf(source as JsonObject, context);
  });

export const productSelectionAssignments = assignments(async (source, context) => {
  const { services, projectKey } = context;
  const conditions = pathsOf(source, context).map(async ({ storeKey }) =>
    storeKey === undefined ? [] : [await activeInStore(services.engine, projectKey, storeKey)],
  );
  return anyOf(await Promise.all(conditions));
});

export const productSelectionResolvers: Readonly<Record<string, Readonly<Record<string, Resolver>>>> = {
  ProductSelection: { productRefs: loads(assignments(({ id }) => [idIn('productSelection', [id as string])])) },
};
export const productSelectionRefs = loads(assignments(({ id }) => [idIn('product', [id as string])]));
