/** The subject of a predicate: a whole cart, or one of its items. */
export type PredicateKind = 'cart' | 'item';

/** Members that are used most often. Any other member of a cart or an item can be typed. */
export const suggestedMembers: Readonly<Record<PredicateKind, readonly string[]>> = {
  cart: [
    'totalPrice',
    'lineItemCount(true)',
    'lineItemTotal(true)',
    'lineItemTotal(sku = "")',
    'customer.email',
    'customer.customerGroup.id',
    'shippingAddress.country',
    'store.key',
    'custom.',
  ],
  item: ['sku', 'product.id', 'productType.id', 'quantity', 'totalPrice', 'attributes.', 'custom.'],
};

/** Resource types by the members that refer to them. */
const typeIds: Readonly<Record<string, string>> = {
  customer: 'customer',
  customerGroup: 'customer-group',
  store: 'store',
  product: 'product',
  productType: 'product-type',
  supplyChannel: 'channel',
  distributionChannel: 'channel',
};

/** Returns the resource that a member of a predicate refers to, such as `store.key`; undefined for other members. */
export const referenceOf = (member: string): { readonly typeId: string; readonly member: 'id' | 'key' } | undefined => {
  const [, name = '', by] = /(?:^|\.)(\w+)\.(id|key)$/.exec(member) ?? [];
  const typeId = Object.hasOwn(typeIds, name) ? typeIds[name] : undefined;
  return typeId === undefined ? undefined : { typeId, member: by as 'id' | 'key' };
};

type UiSchema = Readonly<Record<string, unknown>>;

const widget = (kind: PredicateKind): UiSchema => ({ 'ui:widget': 'predicate', 'ui:options': { kind } });

/** The forms of these resource types have predicates about carts, in drafts and in update actions. */
const predicatesByPath: Readonly<Record<string, UiSchema>> = {
  'cart-discounts': { cartPredicate: widget('cart'), target: { predicate: widget('item') } },
  'discount-codes': { cartPredicate: widget('cart') },
  'shipping-methods': { predicate: widget('cart') },
};

export const predicateUiSchema = (path: string): UiSchema => predicatesByPath[path] ?? {};
