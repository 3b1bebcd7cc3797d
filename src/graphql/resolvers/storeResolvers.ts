import { productSelection } from '../../commerce/resources/productSelection/index.js';
import { productSelectionAssignment } from '../../commerce/resources/productSelectionAssignment.js';
import { activeInStore, idIn } from '../../commerce/resources/productSelection/queries.js';
import type { Predicate } from '../../engine/query/predicate/Predicate.js';
import { assertScope, type GraphqlContext, type Arguments } from '../GraphqlContext.js';
import { pathsOf, pathOf } from '../ResourcePath.js';
import type { JsonObject } from '../readRequest.js';
import { anyOf, conditionedPageResolver, inFirstStore } from './resourceQueries.js';
import { loads, type Resolver } from './Resolver.js';
import { findMatchingMethods } from '../../commerce/resources/shippingMethod/queries/findMatchingMethods.js';
import { cartTarget, placeTarget } from '../../commerce/resources/shippingMethod/queries/matchingTarget.js';
import { readInStores, shippingMethod } from '../../commerce/resources/shippingMethod/index.js';

// Resolvers of the pages of assignments: the products of selections.

type Conditions = (source: JsonObject, context: GraphqlContext) => Promise<readonly Predicate[]> | readonly Predicate[];

const { read: readSelections } = productSelection.scopes;

const assignments = (conditionsOf: Conditions): Resolver =>
  conditionedPageResolver(productSelectionAssignment, async (source, context) => {
    for (const { storeKey } of pathsOf(source, context)) assertScope({ ...context, storeKey }, readSelections);
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

// Resolvers of the queries for the shipping methods of a cart or a place.

const toQuery = (parameters: Arguments): URLSearchParams =>
  new URLSearchParams(
    Object.entries(parameters).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );

const { read } = shippingMethod.scopes;

/** Pages of one request run one after another; each of them may read many methods. */
const methodsFor = (
  readTarget: typeof cartTarget | typeof placeTarget,
  toParameters: (args: Arguments) => Arguments,
): Resolver =>
  inFirstStore((source, args, context) => {
    const { services, projectKey, client, scopes } = context;
    const { storeKey } = pathOf(source, context);
    assertScope({ ...context, storeKey }, storeKey === undefined ? read : readInStores);
    const request = { projectKey, storeKey, client, scopes, query: toQuery(toParameters(args)) };
    return context.runInSequence(async () =>
      findMatchingMethods(services.engine, projectKey, await readTarget(services.engine, request), bytes =>
        context.budget.take(bytes),
      ),
    );
  });

export const shippingMethodsByCart = methodsFor(cartTarget, ({ id }) => ({ cartId: id }));
export const shippingMethodsByLocation = methodsFor(placeTarget, args => args);
