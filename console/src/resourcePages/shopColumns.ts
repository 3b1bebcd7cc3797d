/** Columns for the work with a type, by its path: members, and values that are derived from them. */
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

/** The cell of the sentence computes it, because it contains the names of other resources. */
const discountColumns = {
  name: undefined,
  sentence: () => undefined,
  campaignState: (resource: Resource) => stateOf(resource as Discount),
  lastModifiedAt: undefined,
};

/** Returns the state, which is failed if the last transaction of a type failed, as in the list of failed payments. */
const paymentStateOf = (resource: Resource): string | undefined => {
  const { transactions = [] } = resource as PaymentParts;
  const last = new Map(transactions.map(({ type, state }) => [type, state]));
  return [...last.values()].find(state => state === 'Failure') ?? transactions.at(-1)?.state;
};

/** Returns the text of the payment service about a payment. */
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

/** Returns the columns of a type; undefined if they are derived from its schema. */
export const shopColumns = (path: string): readonly string[] | undefined => {
  const own = ofPath(path);
  return own === undefined ? undefined : Object.keys(own);
};

export const cellValue = (path: string, name: string, resource: Resource): unknown => {
  const valueOf = ofPath(path)?.[name];
  return valueOf === undefined ? resource[name] : valueOf(resource);
};
