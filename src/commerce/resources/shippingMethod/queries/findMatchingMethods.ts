import { boundedWork } from '../../../../base/shedding/boundedWork.js';
import type { Engine } from '../../../../engine/Engine.js';
import type { ResourceRequest, Response } from '../../../../engine/ResourceRequest.js';
import type { ResourceAccess } from '../../../../engine/define/ResourceAccess.js';
import { parseQueryParameters } from '../../../../engine/query/parseQueryParameters.js';
import { compareBy, type SortKey, sortValuesBy } from '../../../../engine/query/predicate/comparisons.js';
import { PageBodies } from '../../../../engine/query/pageBodies.js';
import { renderExpandedPage } from '../../../../engine/query/renderPage.js';
import { WorkTime } from '../../../../base/shedding/WorkTime.js';
import { compileCartPredicate } from '../../../pricing/cartPredicate.js';
import { type CatalogueZone, noReferences, type PredicateReferences } from '../../../pricing/Catalogue.js';
import { isMethodOfStore, markMatchingRates, type RateTarget } from '../../../pricing/shippingRates.js';
import { storedItemsWithoutDiscounts, storedPredicateFields } from '../../../pricing/predicateFields.js';
import { loadPredicateReferences } from '../../shared/cartAndOrder/loadPredicateReferences.js';
import { wholeList } from '../../../../store/DataStore.js';
import type { ShippingMethod } from '../members.js';
import { cartPlaceTarget, cartTarget, placeTarget } from './matchingTarget.js';

type ReadTarget = (engine: Engine, request: ResourceRequest) => RateTarget | Promise<RateTarget>;

/** Bounds the methods of a response. */
const matchingMethodsMax = 500;

/** The methods in the order that the parameter `sort` names. */
const sorted = (methods: readonly ShippingMethod[], keys: readonly SortKey[]): readonly ShippingMethod[] => {
  if (keys.length === 0) return methods;
  const [valuesOf, compare] = [sortValuesBy(keys), compareBy(keys)];
  const valued = methods.map(method => ({ method, values: valuesOf(method) }));
  return valued.toSorted((one, other) => compare(one.values, other.values)).map(({ method }) => method);
};

/** Reads the only parameter that the request has in common with queries. */
const readSort = ({ query, resourceType }: ResourceRequest): readonly SortKey[] => {
  const given = new URLSearchParams(query.getAll('sort').map((text): [string, string] => ['sort', text]));
  return parseQueryParameters(given, [], resourceType.fieldShape()).sort;
};

/** Answers with a page of the methods that a cart or a place can have; there is no second page. */
const respond =
  (readTarget: ReadTarget, isSorted = false) =>
  async (engine: Engine, request: ResourceRequest): Promise<Response> => {
    const keys = isSorted ? readSort(request) : [];
    const found = await findMatchingMethods(engine, request.projectKey, await readTarget(engine, request));
    const results = boundedWork('query', () => sorted(found, keys));
    const bodies = results.map(method => Buffer.from(JSON.stringify(method)));
    const query = { limit: matchingMethodsMax, offset: 0, withTotal: true };
    const page = { bodies, total: bodies.length };
    return { status: 200, body: await renderExpandedPage(engine, request, query, page) };
  };

const chunkSize = 50;

type Reader = Pick<ResourceAccess, 'store' | 'queryTimeoutMs' | 'resourceTypes'>;

/**
 * Finds the active shipping methods that a cart or a place can have: the default method, then the oldest first.
 * `isMatching` tells which of their rates applies. `countBytes` may refuse to go on.
 */
export const findMatchingMethods = async (
  reader: Reader,
  projectKey: string,
  target: RateTarget,
  countBytes: (bytes: number) => void = () => undefined,
): Promise<ShippingMethod[]> => {
  const deadline = new WorkTime(projectKey, reader.queryTimeoutMs, { mayMove: true });
  const page = new PageBodies();
  const found: ShippingMethod[] = [];
  const walk = { direction: 'asc', chunkSize } as const;
  for await (const ids of reader.store.walk(projectKey, 'shipping-method', { by: 'createdAt' }, wholeList, walk)) {
    const bodies = await loadBodies(reader, projectKey, 'shipping-method', ids);
    const active = bodies.map(body => ({ body, method: parse<ShippingMethod>(body) })).filter(isActive);
    const zones = await loadZones(
      reader,
      projectKey,
      active.map(({ method }) => method),
    );
    const references = await loadReferences(
      reader,
      projectKey,
      target,
      active.map(({ method }) => method),
    );
    const matches = deadline.runQuery(() => predicateTest(target, references));
    for (const { body, method } of active) {
      await deadline.pause();
      const marked = deadline.runQuery(() => (matches(method) ? markMatchingRates(method, zones, target) : undefined));
      if (marked === undefined) continue;
      countBytes(body.length);
      page.push(body);
      found.push(marked);
      if (found.length === matchingMethodsMax) return defaultFirst(found);
    }
  }
  return defaultFirst(found);
};

export const shippingMethodsForCart = respond(cartTarget);
export const shippingMethodsForCartAndPlace = respond(cartPlaceTarget);
export const shippingMethodsForPlace = respond(placeTarget, true);

const loadBodies = async (
  { store }: Reader,
  projectKey: string,
  typeId: string,
  ids: readonly string[],
): Promise<Buffer[]> => (await store.bodies(projectKey, typeId, ids, 'leaveOut')).filter(body => body !== null);

const parse = <R>(body: Buffer): R => JSON.parse(body.toString()) as R;

interface Zone extends CatalogueZone {
  readonly id: string;
}

const loadZones = async (
  reader: Reader,
  projectKey: string,
  methods: readonly ShippingMethod[],
): Promise<ReadonlyMap<string, CatalogueZone>> => {
  const ids = new Set(methods.flatMap(({ zoneRates }) => zoneRates.map(({ zone }) => zone.id)));
  const bodies = await loadBodies(reader, projectKey, 'zone', [...ids]);
  return new Map(bodies.map(body => parse<Zone>(body)).map(zone => [zone.id, zone]));
};

const defaultFirst = (methods: readonly ShippingMethod[]): ShippingMethod[] =>
  methods.toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault));

const isActive = ({ method }: { readonly method: ShippingMethod }): boolean => method.active;

const loadReferences = async (
  reader: Reader,
  projectKey: string,
  { cart }: RateTarget,
  methods: readonly ShippingMethod[],
): Promise<PredicateReferences | undefined> =>
  cart &&
  loadPredicateReferences(reader, {
    projectKey,
    cart,
    predicates: methods.flatMap(({ predicate }) =>
      predicate === undefined ? [] : [{ text: predicate, scope: 'cart' as const }],
    ),
  });

/** Tests the stores and the predicate of a method with the cart; without a cart, any may match. */
const predicateTest = (
  { cart }: RateTarget,
  references: PredicateReferences = noReferences,
): ((method: ShippingMethod) => boolean) => {
  if (cart === undefined) return () => true;
  const fields = storedPredicateFields(cart, storedItemsWithoutDiscounts(cart), references);
  return method =>
    isMethodOfStore(method, cart) && (method.predicate === undefined || compileCartPredicate(method.predicate)(fields));
};
