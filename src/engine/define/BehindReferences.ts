/** Declares which part of a resource references show to tokens whose scopes do not read it. */

/** Names of places or members, each with the reason why it is shown. */
type Reasons = Readonly<Record<string, string>>;

/**
 * Shows a part of a resource to tokens that see a reference to it and could not read it by itself: names of resources
 * that their own carts and published products refer to. All other members and places stay hidden.
 */
interface ShownPart {
  /**
   * Places where the server or a merchant puts the reference: `shippingInfo.shippingMethod` is the member
   * `shippingMethod` of a member `shippingInfo`, `product.taxCategory` a member of the product itself. A place whose
   * reference a buyer writes would show any resource of the type.
   */
  readonly places: Reasons;
  /** Members of the resource, or of its members: `paymentMethodInfo.name`. Those of `partMembers` are always shown. */
  readonly members: Reasons;
  /**
   * The reason why tokens see the part even if they can name resources of the type outside of `/me`. Absent: they could
   * write the reference themselves, so they see only their own and what they could read otherwise.
   */
  readonly alsoToWriters?: string;
  /** True if the resource is a store, which is shown only to tokens that are bound to it. */
  readonly onlyToBoundTokens?: true;
}

/** The part that is shown, or the reason why nothing is. */
export type BehindReferences = ShownPart | string;

/** These members tell only that the resource exists; GraphQL and the SDK require them of each resource. */
export const partMembers = ['id', 'version', 'createdAt', 'lastModifiedAt'] as const;

/** The part of resources of a type that references show; undefined where they show none. */
export const shownPartOf = ({ behindReferences }: { readonly behindReferences?: BehindReferences }) =>
  typeof behindReferences === 'string' ? undefined : behindReferences;

type Members = Readonly<Record<string | symbol, unknown>>;

const partMark = Symbol('part');

/** Tells whether an object is a part of a resource, whose other members are hidden. */
export const isPart = (resource: object): boolean => (resource as Members)[partMark] === true;

/** Returns the members with these names, in the order of the resource. */
const pick = (resource: object, names: readonly string[]): object => {
  const picked: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(resource) as [string, unknown][]) {
    if (names.includes(name)) picked[name] = member;
    const inner = names.filter(each => each.startsWith(`${name}.`)).map(each => each.slice(name.length + 1));
    if (inner.length > 0 && typeof member === 'object' && member !== null) picked[name] = pick(member, inner);
  }
  return picked;
};

/** The part of a resource that references show. */
export const partOf = <M extends object>({ members }: ShownPart, resource: M): M =>
  Object.assign(pick(resource, [...partMembers, ...Object.keys(members)]) as M, { [partMark]: true });
