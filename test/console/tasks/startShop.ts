/** A shop with the same customers and orders for each task. Each task has a project of its own. */
import type { Http } from '../../support/http.js';
import type { Quayside } from '../../support/quayside.js';
import { createIn } from '../../support/createSample.js';
import { lineItemDraft, orderDraft } from '../../support/drafts.js';
import { waitUntil } from '../../support/waitUntil.js';

type Resource = Record<string, unknown> & { readonly id: string; readonly version: number };

export interface Shop {
  readonly quayside: Quayside;
  readonly projectKey: string;
  readonly http: Pick<Http, 'send'>;
  /** Eva Sand and Bob Hill. */
  readonly customers: readonly Resource[];
  /** The first is Eva's, paid, and has two chairs. */
  readonly orders: readonly Resource[];
  readonly read: (path: string) => Promise<object>;
}

const euros = (centAmount: number) => ({ currencyCode: 'EUR', centAmount });
type Project = Pick<Shop, 'quayside' | 'http' | 'projectKey'>;

const createCustomer = async (project: Project, firstName: string, lastName: string): Promise<Resource> => {
  const { customer } = await createIn(project, 'customers', {
    email: `${firstName.toLowerCase()}@example.com`,
    password: 'secret-enough-1',
    firstName,
    lastName,
    addresses: [{ country: 'DE', city: 'Bremen', lastName }],
    defaultShippingAddress: 0,
  });
  return customer as Resource;
};

const createStates = async (project: Project): Promise<void> => {
  const state = (name: string, changes: object) =>
    createIn(project, 'states', { key: name.toLowerCase(), type: 'OrderState', name: { en: name }, ...changes });
  const shipped = await state('Shipped', { initial: false, transitions: [] });
  await state('Confirmed', { initial: true, transitions: [{ typeId: 'state', id: shipped.id }] });
};

const createOrder = async (project: Project, orderNumber: string, customer: Resource): Promise<Resource> => {
  const payment = await createIn(project, 'payments', {
    amountPlanned: euros(5_000),
    transactions: [{ type: 'Charge', state: 'Success', amount: euros(5_000) }],
  });
  const draft = orderDraft({
    orderNumber,
    customerId: customer.id,
    customerEmail: String(customer.email),
    lineItems: [
      lineItemDraft({
        name: { en: 'Chair' },
        variant: { sku: 'CHAIR-1' },
        quantity: 2,
        price: { value: euros(2_500) },
      }),
    ],
    totalPrice: euros(5_000),
    shippingInfo: { shippingMethodName: 'Van', price: euros(0), shippingRate: { price: euros(0) } },
    shippingAddress: { country: 'DE', lastName: 'Sand', city: 'Bremen' },
    paymentInfo: { payments: [{ typeId: 'payment', id: payment.id }] },
  });
  return createIn(project, 'orders/import', draft);
};

export const startShop = async (quayside: Quayside, projectKey: string): Promise<Shop> => {
  const credentials = await quayside.project({ key: projectKey });
  const http = quayside.http.as(await quayside.token(credentials));
  const project = { quayside, http, projectKey };
  await createStates(project);
  const [eva, bob] = [await createCustomer(project, 'Eva', 'Sand'), await createCustomer(project, 'Bob', 'Hill')];
  // One after the other: lists are sorted by their time.
  const orders: Resource[] = [];
  for (const [orderNumber, customer] of [
    ['A-100', eva],
    ['A-101', bob],
    ['A-102', bob],
  ] as const)
    orders.push(await createOrder(project, orderNumber, customer));
  const read = async (path: string) => (await http.send('GET', `/${projectKey}/${path}`)).json as object;
  return { ...project, customers: [eva, bob], orders, read };
};

/** Activates the search of orders, and waits until it has all of them. */
export const activateOrderSearch = async ({ http, projectKey }: Shop): Promise<void> => {
  const activation = { action: 'changeOrderSearchStatus', status: 'Activated' };
  const { version } = (await http.send('GET', `/${projectKey}`)).json as { version: number };
  await http.send('POST', `/${projectKey}`, { body: { version, actions: [activation] } });
  await waitUntil(async () => {
    const body = { query: { exact: { field: 'orderNumber', value: 'A-102' } } };
    const { json } = await http.send('POST', `/${projectKey}/orders/search`, { body });
    return (json as { total?: number }).total === 1;
  });
};
