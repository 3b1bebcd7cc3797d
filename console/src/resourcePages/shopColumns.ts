/** Columns that the work with a type needs, by its path: members, and values that are made of them. */
import type { Resource } from '../api/Resource';
import { isMoney, type Money } from '../values/format';

type ColumnValue = (resource: Resource) => unknown;

interface Variant {
  readonly sku?: string;
  readonly images?: readonly { readonly url: string }[];
  readonly prices?: readonly { readonly value: Money }[];
}

interface ProductData {
  readonly name?: unknown;
  readonly masterVariant?: Variant;
  readonly variants?: readonly Variant[];
}

const masterData = ({ masterData: data }: Resource) =>
  (data ?? {}) as { readonly current?: ProductData; readonly staged?: ProductData; readonly published?: boolean };

/** A product that is not published is shown as it will be. */
const productData = (resource: Resource): ProductData => {
  const { current, staged, published } = masterData(resource);
  return (published === false ? (staged ?? current) : current) ?? {};
};

const variantsOf = (resource: Resource): readonly Variant[] => {
  const { masterVariant, variants = [] } = productData(resource);
  return masterVariant === undefined ? variants : [masterVariant, ...variants];
};

const nameOf = ({ firstName, lastName, companyName }: Resource): string | undefined => {
  const name = [firstName, lastName].filter(part => typeof part === 'string').join(' ');
  return name === '' ? (companyName as string | undefined) : name;
};

interface Transaction {
  readonly state: string;
}

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
    name: nameOf,
    customerNumber: undefined,
    customerGroup: undefined,
    createdAt: undefined,
  },
  products: {
    name: resource => productData(resource).name,
    sku: resource => variantsOf(resource)[0]?.sku,
    price: resource =>
      variantsOf(resource)[0]
        ?.prices?.map(({ value }) => value)
        .find(isMoney),
    published: resource => masterData(resource).published,
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
  payments: {
    key: undefined,
    customer: undefined,
    amountPlanned: undefined,
    state: resource => (resource.transactions as readonly Transaction[] | undefined)?.at(-1)?.state,
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
  path === 'products' ? variantsOf(resource)[0]?.images?.[0]?.url : undefined;
