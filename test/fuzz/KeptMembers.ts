/** Notes which members of successful update actions come back in the changed resource, and which never do. */

/** What members do that come back under no name of theirs. */
const otherUses: Readonly<Record<string, string>> = {
  'cart#addDiscountCode.code': 'comes back as a reference',
  'cart#recalculate.updateProductData': 'has the products read again',
  'customer#addAddress.address.id': 'is replaced by an id of the server',
  'customer#setAuthenticationMode.password': 'comes back masked',
  'inventory-entry#addQuantity.quantity': 'is added',
  'inventory-entry#changeQuantity.quantity': 'comes back as quantityOnStock',
  'inventory-entry#setReorderPoint.quantity': 'comes back as reorderPoint',
  'inventory-entry#setSafetyStock.quantity': 'comes back as safetyStockQuantity',
  'order#transitionCustomLineItemState.actualTransitionDate': 'comes back in the message',
  'order#transitionLineItemState.actualTransitionDate': 'comes back in the message',
  'product-selection#addProduct.variantSelection.skus': 'come back with the products of the selection',
  'project#changeProductSearchIndexingEnabled.enabled': 'activates or deactivates',
  'project#changeProductSearchIndexingEnabled.mode': 'names one of the two searches',
  'project#setExternalOAuth.externalOAuth.authorizationHeader': 'comes back masked',
  'tax-category#replaceTaxRate.taxRateId': 'names the rate that is replaced',
};
/** What an action removes, its options, the part that it names, and stores, which come back by their keys. */
const nameNoValue =
  /#remove|(?:CustomField|Attribute\w*)\.name$|\.stores?\.id$|#transitionState\.force$|^product(?:-tailoring)?#\w+\.variantId$/;
/** Of targets and values of discounts only the members of their type count; keptMembers.test.ts sends those. */
const ofManyTypes = /^cart-discount#change(?:Target|Value)\.|^cart#setDirectDiscounts\./;
const isUsed = (member: string): boolean => member in otherUses || nameNoValue.test(member) || ofManyTypes.test(member);

interface Leaf {
  readonly path: string;
  readonly name: string;
  readonly value: unknown;
}

/** Part of a reference, and the choice of the representation that an action changes. */
const ignored = new Set(['typeId', 'staged']);

/** The values in a payload or a resource, with their paths without positions. A reference may come back by its id. */
const leavesOf = (value: unknown, path = '', name = ''): Leaf[] => {
  if (Array.isArray(value)) return value.flatMap(each => leavesOf(each, path, name));
  if (typeof value !== 'object' || value === null) return ignored.has(name) ? [] : [{ path, name, value }];
  if ('typeId' in value && 'key' in value && !('id' in value)) return [];
  return Object.entries(value).flatMap(([each, member]) =>
    leavesOf(member, path === '' ? each : `${path}.${each}`, each),
  );
};

/** A text is kept under any name; a number or a truth value, which others may equal by chance, under its own. */
const markOf = ({ name, value }: Leaf): string => (typeof value === 'string' ? value : `${name}=${String(value)}`);

export class KeptMembers {
  readonly #uses = new Map<string, { sent: number; kept: number }>();

  /** `place` is the resource type and the action, such as `cart#setCountry`. */
  note(place: string, action: object, resource: unknown): void {
    const kept = new Set(leavesOf(resource).map(markOf));
    for (const leaf of leavesOf(action).filter(({ path }) => path !== 'action')) {
      const name = `${place}.${leaf.path}`;
      const uses = this.#uses.get(name) ?? { sent: 0, kept: 0 };
      this.#uses.set(name, uses);
      uses.sent++;
      if (kept.has(markOf(leaf))) uses.kept++;
    }
  }

  /** The members that were sent at least so often, have no other use, and came back never. */
  lost(sentMin: number): string[] {
    return [...this.#uses]
      .filter(([name, { sent, kept }]) => sent >= sentMin && kept === 0 && !isUsed(name))
      .map(([name]) => name)
      .sort();
  }

  /** The number of members that were sent. */
  get size(): number {
    return this.#uses.size;
  }
}
