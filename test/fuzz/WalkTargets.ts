/** Chooses the resource that a request of the random walk changes, and the customer that it names. */
import type { Route } from '../../src/http/routing/Route.js';
import type { Random } from '../../examples/sample-shop/choices.js';
import { isRemoval, isUpdate } from './walkGoals.js';
import { walkType } from './WalkValues.js';
import { customerIdOf, type WalkResource, type WalkWorld } from './WalkWorld.js';

/** The keys of the stores of a resource. */
export const storesOf = ({ store, stores }: WalkResource): string[] =>
  [store, ...((stores ?? []) as unknown[])].flatMap(each => (each as { key?: string } | undefined)?.key ?? []);

export class WalkTargets {
  constructor(
    private readonly random: Random,
    private readonly world: WalkWorld,
  ) {}

  #chance(share: number): boolean {
    return this.random.next() < share;
  }

  /** The resource that a request updates, deletes or, as a cart, orders; undefined if there is none. */
  targetOf(route: Route): WalkResource | undefined {
    const { typeId = '', own, path, field = 'id' } = route;
    const addressesOne = isUpdate(route) || isRemoval(route);
    const isOwnOrder = own === true && typeId === 'order' && !addressesOne;
    if (!addressesOne && !isOwnOrder) return undefined;
    const fits = this.world
      .all(isOwnOrder ? 'cart' : typeId)
      .filter(
        each => this.world.addressOf(each, field) !== undefined && !(typeId === 'type' && each.key === walkType.key),
      )
      .filter(each => own !== true || this.#hasOwner(each, typeId))
      .filter(each => !path.includes('{storeKey}') || storesOf(each).length > 0);
    return fits.length === 0 ? undefined : this.#pickFrom(fits, isRemoval(route));
  }

  /**
   * A new resource, to which no other refers, or one with many parts, of which actions find the part that they change.
   */
  #pickFrom(resources: readonly WalkResource[], prefersNew: boolean): WalkResource {
    if (prefersNew && this.#chance(0.5)) return resources.at(-1)!;
    const first = this.random.pick(resources);
    if (this.#chance(0.5)) return first;
    const sizeOf = (resource: WalkResource): number => JSON.stringify(resource).length;
    return [first, ...Array.from({ length: 3 }, () => this.random.pick(resources))].sort(
      (one, other) => sizeOf(other) - sizeOf(one),
    )[0]!;
  }

  /** Whether a customer or visitor who can sign in owns the resource. */
  #hasOwner(resource: WalkResource, typeId: string): boolean {
    const customerId = typeId === 'customer' ? resource.id : customerIdOf(resource);
    if (customerId === undefined) return resource.anonymousId !== undefined;
    const customer = this.world.find('customer', customerId);
    return customer !== undefined && customer.authenticationMode === 'Password';
  }

  /** The customer of a command at `/me` or on customers. */
  customerOf({ typeId, own, verb, path }: Route, target: WalkResource | undefined): WalkResource | undefined {
    if (verb.name === 'signUp') return undefined;
    if (typeId === 'customer') return target ?? this.#buyerOf(path);
    if (own !== true) return undefined;
    const id = target === undefined ? undefined : customerIdOf(target);
    if (id !== undefined) return this.world.find('customer', id);
    return target === undefined && this.#chance(0.8) ? this.#buyerOf(path) : undefined;
  }

  /** A customer who can sign in; at the path of a store one of a store. */
  #buyerOf(path: string): WalkResource | undefined {
    const all = this.world.all('customer').filter(each => this.#hasOwner(each, 'customer'));
    const fits = path.includes('{storeKey}') ? all.filter(each => storesOf(each).length > 0) : all;
    return fits.length === 0 ? undefined : this.random.pick(fits);
  }
}
