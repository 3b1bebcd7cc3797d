import { PageBodies } from '../../../engine/query/PageBodies.js';
import { QueryDeadline } from '../../../engine/query/QueryDeadline.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { compileCartPredicate } from '../../../pricing/cartPredicate.js';
import type { CatalogueZone } from '../../../pricing/Catalogue.js';
import { markMatchingRates, type RateTarget } from '../../../pricing/markMatchingRates.js';
import { predicateFields } from '../../../pricing/predicateFields.js';
import { undiscountedItems } from '../../../pricing/undiscountedItems.js';
import { boundedWork } from '../../../shedding/boundedWork.js';
import { wholeList } from '../../../store/Store.js';
import type { ShippingMethod } from '../members.js';

/** Bounds the methods of a response. */
export const matchingMethodsMax = 500;
const chunkSize = 50;

type Reader = Pick<ResourceAccess, 'store' | 'queryTimeoutMs'>;

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

const isActive = ({ method }: { readonly method: ShippingMethod }): boolean => method.active;

/** Tests the predicate of a method with the cart; without a cart, any predicate may match. */
const predicateTest = ({ cart }: RateTarget): ((method: ShippingMethod) => boolean) => {
  if (cart === undefined) return () => true;
  const fields = predicateFields(cart, undiscountedItems(cart));
  return ({ predicate }) => predicate === undefined || compileCartPredicate(predicate)(fields);
};

/**
 * Finds the active shipping methods that a cart or a place can have, the oldest first. `isMatching` tells which of their
 * rates applies. `countBytes` may refuse to go on.
 */
export const findMatchingMethods = async (
  reader: Reader,
  projectKey: string,
  target: RateTarget,
  countBytes: (bytes: number) => void = () => undefined,
): Promise<ShippingMethod[]> => {
  const deadline = new QueryDeadline(reader.queryTimeoutMs, projectKey);
  const matches = boundedWork('query', () => predicateTest(target));
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
    for (const { body, method } of active) {
      await deadline.check();
      const marked = boundedWork('query', () =>
        matches(method) ? markMatchingRates(method, zones, target) : undefined,
      );
      if (marked === undefined) continue;
      countBytes(body.length);
      page.push(body);
      found.push(marked);
      if (found.length === matchingMethodsMax) return found;
    }
  }
  return found;
};
