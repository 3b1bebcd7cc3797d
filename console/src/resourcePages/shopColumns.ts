/** Columns that the work with a type needs, by its path: members, and values that are made of them. */
import type { Resource } from '../api/Resource';
import { type Discount, stateOf } from '../campaigns/campaign';
import * as product from '../products/listColumns';

type ColumnValue = (resource: Resource) => unknown;

const personName = ({ firstName, lastName, companyName }: Resource): string | undefined => {
  const name = [firstName, lastName].filter(part => typeof part === 'string').join(' ');
  return name === '' ? (companyName as string | undefined) : name;
};

interface PaymentParts {
  readonly transactions?: readonly { readonly type: string; readonly state: string }[];
  readonly paymentStatus?: { readonly interfaceText?: string; readonly interfaceCode?: string };
}

/** The sentence is written in its cell, with the names of what it is about. */
const discountColumns = {
  name: undefined,
  sentence: () => undefined,
  campaignState: (resource: Resource) => stateOf(resource as Discount),
  lastModifiedAt: undefined,
};

/** Failed where the last transaction of a type failed, as the list of failed payments has it. */
const paymentStateOf = (resource: Resource): string | undefined => {
  const { transactions = [] } = resource as PaymentParts;
  const last = new Map(transactions.map(({ type, state }) => [type, state]));
  return [...last.values()].find(state => state === 'Failure') ?? transactions.at(-1)?.state;
};

/** What the payment service says of a payment. */
const reasonOf = (resource: Resource): string | undefined => {
  const { interfaceText, interfaceCode } = (resource as PaymentParts).paymentStatus ?? {};
  return interfaceText ?? interfaceCode;
};

const columns: Readonly<Record<string, Readonly<Record<string, ColumnValue | undefined>> | undefined>> = {
  orders: {
    orderNumber: undefined,
    customerEmail: undefined,
    totalPrice: undefined,
    orderState: undefined,
    paymentState: undefined,
    shipmentState: undefined,
    createdAt: undefined,
  },
  customers: {
    email: undefined,
    name: personName,
    customerNumber: undefined,
    customerGroup: undefined,
    createdAt: undefined,
  },
  products: {
    name: product.nameOf,
    sku: product.skuOf,
    price: product.priceOf,
    stock: resource => product.stockOf(resource).available,
    published: product.publishedOf,
    lastModifiedAt: undefined,
  },
  carts: {
    customerEmail: undefined,
    customerId: undefined,
    totalLineItemQuantity: undefined,
    totalPrice: undefined,
    cartState: undefined,
    lastModifiedAt: undefined,
  },
  'discount-codes': {
    code: undefined,
    name: undefined,
    cartDiscounts: undefined,
    isActive: undefined,
    validUntil: undefined,
    lastModifiedAt: undefined,
  },
  'cart-discounts': discountColumns,
  'product-discounts': discountColumns,
  payments: {
    key: undefined,
    order: undefined,
    customer: undefined,
    amountPlanned: undefined,
    state: paymentStateOf,
    reason: reasonOf,
    createdAt: undefined,
  },
};

const ofPath = (path: string) => (Object.hasOwn(columns, path) ? columns[path] : undefined);

/** Undefined for a type whose columns follow from its schema. */
export const shopColumns = (path: string): readonly string[] | undefined => {
  const own = ofPath(path);
  return own === undefined ? undefined : Object.keys(own);
};

export const cellValue = (path: string, name: string, resource: Resource): unknown => {
  const valueOf = ofPath(path)?.[name];
  return valueOf === undefined ? resource[name] : valueOf(resource);
};

/** The picture of a product. */
export const pictureOf = (path: string, resource: Resource): string | undefined =>
  path === 'products' ? product.pictureOf(resource) : undefined;
