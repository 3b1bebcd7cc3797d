/** The forms of the console in which numbers are typed, with texts that are not possible in them. */
import { createIn, type SampleProject } from '../../support/createSample.js';
import { lineItemDraft, newKey, orderDraft } from '../../support/drafts.js';
import type { Resource } from '../../support/resourceApi.js';
import { openShop } from '../../support/shop.js';

const euros = (centAmount: number) => ({ currencyCode: 'EUR', centAmount });

/** An order of two chairs with a charge, and a chair that came back. */
export const createPaidOrder = async (project: SampleProject) => {
  const payment = await createIn(project, 'payments', {
    amountPlanned: euros(5_000),
    transactions: [{ type: 'Charge', state: 'Success', amount: euros(5_000) }],
  });
  const draft = orderDraft({
    orderNumber: newKey(),
    lineItems: [lineItemDraft({ name: { en: 'Chair' }, quantity: 2, price: { value: euros(2_500) } })],
    totalPrice: euros(5_000),
    shippingInfo: { shippingMethodName: 'Van', price: euros(0), shippingRate: { price: euros(0) } },
    paymentInfo: { payments: [{ typeId: 'payment', id: payment.id }] },
  });
  const imported = await createIn(project, 'orders/import', draft);
  const [{ id: lineItemId }] = imported.lineItems as [Resource];
  const items = [{ lineItemId, quantity: 1, shipmentState: 'Returned' }];
  const order = await createIn(project, `orders/${imported.id}`, {
    version: imported.version,
    actions: [{ action: 'addReturnInfo', items }],
  });
  return { order, payment };
};

/** Where a number is typed: how its form is opened, the label of the field, a text that is not possible, and why. */
interface Form {
  readonly path: string;
  /** The buttons that open it. */
  readonly open?: readonly string[];
  /** The update action, of the form that all resources have. */
  readonly action?: string;
  readonly fields: readonly (readonly [label: string, text: string, problem: string])[];
}

const between = (text: string, from: string, to: string): string => `“${text}” is not possible: ${from} to ${to}.`;
const atLeast = (text: string, from: string): string => `“${text}” is not possible: ${from} at least.`;
const noNumber = (text: string): string => `“${text}” is no number such as 1250.5.`;

export const prepareForms = async (project: SampleProject): Promise<readonly Form[]> => {
  const { order } = await createPaidOrder(project);
  const unpaid = await createIn(project, 'orders/import', orderDraft({ totalPrice: euros(1_000) }));
  const shop = await openShop({ createIn: (path: string, draft: object) => createIn(project, path, draft) });
  await shop.product('CHAIR-1', 2_500, { name: { en: 'Chair' } });
  const method = await shop.shippingMethod(490, { name: 'Parcel' });
  const stock = await shop.stock('CHAIR-1', 5);
  const cart = await shop.cart([['CHAIR-1', 1]]);
  const { results: taxes } = (await project.http.send('GET', `/${project.projectKey}/tax-categories`)).json as {
    results: readonly Resource[];
  };
  const { customer } = (await createIn(project, 'customers', {
    email: `${newKey()}@example.com`,
    password: 'secret-enough-1',
  })) as unknown as { customer: Resource };
  const discount = await createIn(project, 'cart-discounts', {
    name: { en: 'Letter' },
    value: { type: 'relative', permyriad: 1_000 },
    cartPredicate: '1 = 1',
    target: { type: 'lineItems', predicate: '1 = 1' },
    sortOrder: '0.77',
    requiresDiscountCode: true,
  });
  return [
    {
      path: `orders/${order.id}`,
      open: ['Refund'],
      fields: [['Amount in EUR', '51', between('51', '€0.01', '€50.00')]],
    },
    {
      path: `orders/${unpaid.id}`,
      open: ['Record a payment'],
      fields: [['Amount in EUR', '10.01', between('10.01', '€0.01', '€10.00')]],
    },
    {
      path: `orders/${order.id}`,
      open: ['Ship'],
      fields: [
        ['Chair (2)', '3', between('3', '0', '2')],
        ['Chair (2)', '-1', between('-1', '0', '2')],
      ],
    },
    { path: `orders/${order.id}`, open: ['Add a return'], fields: [['Chair (2)', '2', between('2', '0', '1')]] },
    {
      path: `carts/${cart.id}`,
      open: ['Change Chair'],
      fields: [
        ['Quantity', '-1', atLeast('-1', '0')],
        ['Quantity', '1.5', '“1.5” is no whole number.'],
        ['Quantity', '', 'A value is needed.'],
      ],
    },
    { path: `carts/${cart.id}`, open: ['Add an item'], fields: [['Quantity', '0', atLeast('0', '1')]] },
    {
      path: '-/settings',
      fields: [
        ['Days without a change until a cart is deleted', '0', between('0', '1', '365,250')],
        ['Days until a message is deleted', '91', between('91', '1', '90')],
        ['Days until an order that is not shipped is late', '-1', between('-1', '0', '365')],
        ['Available items that are a low stock', '11', between('11', '0', '10')],
      ],
    },
    {
      path: `customers/${customer.id}`,
      open: ['Reset the password'],
      fields: [['Valid for so many minutes', '43201', between('43201', '1', '43,200')]],
    },
    {
      path: `shipping-methods/${method.id}`,
      open: ['Change the rate: Europe, EUR'],
      fields: [
        ['Price', '-4.90', atLeast('-4.90', '€0.00')],
        ['Price', '4.905', 'EUR has 2 decimals.'],
        ['Free from a cart of', '1O', noNumber('1O')],
      ],
    },
    {
      path: `tax-categories/${taxes[0]!.id}`,
      open: ['Change the rate: Germany'],
      fields: [['Rate', '190', between('190', '0', '100')]],
    },
    {
      path: 'cart-discounts/create',
      open: ['10% off with a code'],
      fields: [
        ['Percent', '-20', between('-20', '0', '100')],
        ['From a total of (EUR)', '-1', atLeast('-1', '€0.00')],
      ],
    },
    {
      path: 'cart-discounts/create',
      open: ['Three for two'],
      fields: [
        ['Number of reduced items', '4', between('4', '1', '3')],
        ['At most … times in a cart', '0', atLeast('0', '1')],
      ],
    },
    {
      path: `cart-discounts/${discount.id}`,
      open: ['Codes in a lot'],
      fields: [
        ['Number of codes', '10001', between('10001', '1', '10,000')],
        ['Random characters', '3', between('3', '4', '32')],
        ['Uses of each code', '0', atLeast('0', '1')],
        ['Uses for each customer', '1.5', '“1.5” is no whole number.'],
      ],
    },
    {
      path: `inventory/${stock.id}`,
      action: 'Change quantity',
      fields: [
        ['Quantity', '1.5', '“1.5” is no whole number.'],
        ['Quantity', 'many', noNumber('many')],
      ],
    },
    { path: 'products/create', fields: [['Price in EUR', '-12', atLeast('-12', '€0.00')]] },
    {
      path: 'orders',
      open: ['Total'],
      fields: [
        ['From', '-1', atLeast('-1', '€0.00')],
        ['To', '1.005', 'EUR has 2 decimals.'],
      ],
    },
  ];
};
