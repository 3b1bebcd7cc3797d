/** Resolvers of the queries for the shipping methods of a cart or a place. */
import { findMatchingMethods } from '../../commerce/resources/shippingMethod/queries/findMatchingMethods.js';
import { cartTarget, placeTarget } from '../../commerce/resources/shippingMethod/queries/matchingTarget.js';
import { readInStores, shippingMethod } from '../../commerce/resources/shippingMethod/index.js';
import { type Arguments, assertScope } from '../GraphqlContext.js';
import { pathOf } from '../ResourcePath.js';
import { inFirstStore } from './resourceQueries.js';
import type { Resolver } from './Resolver.js';

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
