import type { ChipTexts } from '../lists/chips';

/** A list of another type on the page of a resource. The API has an index for each predicate. */
export interface Relation {
  /** The path of the other type. */
  readonly path: string;
  /** Returns the predicate for the resources that belong to the resource with this id. */
  readonly where: (id: string) => string;
  /** The key of its heading, if it is not the name of the type. */
  readonly title?: string;
  readonly stateMember?: string;
  /** The chips that replace the predicate in the complete list, if they mean the same. */
  readonly chips?: (id: string) => ChipTexts;
}

const ofCustomer = (id: string): string => `customer(id="${id}")`;

export const ordersOfCustomer: Relation = {
  path: 'orders',
  where: id => `customerId="${id}"`,
  stateMember: 'orderState',
};

export const cartsOfCustomer: Relation = {
  path: 'carts',
  where: id => `customerId="${id}"`,
  stateMember: 'cartState',
};

/** The lists on the separate page of a customer. */
export const ofCustomerPage: readonly Relation[] = [
  cartsOfCustomer,
  {
    path: 'orders',
    title: 'customer.openReturns',
    where: id => `${ordersOfCustomer.where(id)} and hasOpenReturn = true`,
    stateMember: 'orderState',
  },
  { path: 'quote-requests', where: ofCustomer, stateMember: 'quoteRequestState' },
  { path: 'quotes', where: ofCustomer, stateMember: 'quoteState' },
];

const ordersWith = (where: Relation['where']): Relation => ({ path: 'orders', where, stateMember: 'orderState' });

export const relations: ReadonlyMap<string, readonly Relation[]> = new Map([
  ['carts', [ordersWith(id => `cart(id="${id}")`)]],
  [
    'payments',
    [
      ordersWith(id => `paymentInfo(payments(id="${id}"))`),
      { path: 'carts', where: id => `paymentInfo(payments(id="${id}"))`, stateMember: 'cartState' },
    ],
  ],
  ['products', [ordersWith(id => `lineItems(productId="${id}")`)]],
  [
    'customer-groups',
    [
      {
        path: 'customers',
        where: id => `customerGroup(id="${id}")`,
        chips: id => ({ customerGroup: id }),
      },
    ],
  ],
  ['product-types', [{ path: 'products', where: id => `productType(id="${id}")` }]],
]);
