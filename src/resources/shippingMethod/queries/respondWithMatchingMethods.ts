import type { Engine } from '../../../engine/Engine.js';
import { renderExpandedPage } from '../../../engine/query/renderPage.js';
import type { ResourceRequest, Response } from '../../../engine/ResourceRequest.js';
import type { RateTarget } from '../../../pricing/markMatchingRates.js';
import { findMatchingMethods, matchingMethodsMax } from './findMatchingMethods.js';
import { cartPlaceTarget, cartTarget, placeTarget } from './matchingTarget.js';

type ReadTarget = (engine: Engine, request: ResourceRequest) => RateTarget | Promise<RateTarget>;

/** Answers with a page of the methods that a cart or a place can have; there is no second page. */
const respond =
  (readTarget: ReadTarget) =>
  async (engine: Engine, request: ResourceRequest): Promise<Response> => {
    const results = await findMatchingMethods(engine, request.projectKey, await readTarget(engine, request));
    const bodies = results.map(method => Buffer.from(JSON.stringify(method)));
    const query = { limit: matchingMethodsMax, offset: 0, withTotal: true };
    const page = { bodies, total: bodies.length };
    return { status: 200, body: await renderExpandedPage(engine, request, query, page) };
  };

export const shippingMethodsForCart = respond(cartTarget);
export const shippingMethodsForCartAndPlace = respond(cartPlaceTarget);
export const shippingMethodsForPlace = respond(placeTarget);
