import type { Random } from './Random.js';
import { carriers, cities, colours, firstNames, lastNames, products, sizes, streets } from './sampleData.js';

const orderStates = ['Open', 'Open', 'Confirmed', 'Complete', 'Complete', 'Complete', 'Cancelled'];
const shipmentStates = ['Pending', 'Ready', 'Shipped', 'Delivered', 'Delayed', 'Partial'];
const paymentStates = ['Pending', 'Paid', 'Paid', 'Paid', 'BalanceDue', 'Failed'];

/** Two line items give an order of about 4.5 KB as it is stored; three would give 5.7 KB. */
const lineItemsPerOrder = 2;

/** Customers order repeatedly. */
const ordersPerCustomer = 8;

const idOf = (number: number): string => `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;

type City = (typeof cities)[number];

const elementAt = <T>(values: readonly T[], index: number): T => values[index % values.length] as T;

const taxRateOf = ({ country, taxRate }: City) => ({
  id: `tax-${country}`,
  name: `${taxRate * 100}% ${country}`,
  amount: taxRate,
  includedInPrice: true,
  country,
  subRates: [],
});

const lineItem = (random: Random, city: City) => {
  const product = random.pick(products);
  const [colour, size] = [random.pick(colours), random.pick(sizes)];
  const variantId = random.integer(1, 40);
  const value = { currencyCode: city.currencyCode, centAmount: product.centAmount - random.integer(0, 9) * 100 };
  return {
    name: { en: product.en, de: product.de },
    productId: idOf(variantId * 1_000),
    quantity: random.integer(1, 3),
    variant: {
      id: variantId,
      sku: `${product.sku}-${variantId}-${size}`,
      attributes: [
        { name: 'colour', value: { key: colour.replace(' ', '-'), label: { en: colour, de: colour } } },
        { name: 'size', value: size },
        { name: 'weightInGram', value: random.integer(80, 1_400) },
        { name: 'manufacturer', value: 'Nordhang Outdoor' },
      ],
      images: [
        {
          url: `https://images.example.com/products/${product.sku.toLowerCase()}/${variantId}/front.jpg`,
          dimensions: { w: 1200, h: 1600 },
        },
      ],
    },
    price: { value, country: city.country },
    taxRate: taxRateOf(city),
  };
};

const addressOf = (random: Random, city: City, customer: number) => {
  const firstName = elementAt(firstNames, customer);
  const lastName = elementAt(lastNames, Math.floor(customer / firstNames.length));
  return {
    firstName,
    lastName,
    streetName: random.pick(streets),
    streetNumber: String(random.integer(1, 180)),
    postalCode: city.postalCode,
    city: city.city,
    region: city.region,
    country: city.country,
    phone: `+49 30 ${random.integer(1_000_000, 9_999_999)}`,
    email: `${firstName}.${lastName}.${customer}@example.com`.toLowerCase(),
  };
};

/** The import draft of order `number` of `count`. Order numbers are unique with one prefix. */
export const orderDraft = (random: Random, prefix: string, number: number, count: number): Record<string, unknown> => {
  const customer = random.integer(1, Math.max(1, Math.ceil(count / ordersPerCustomer)));
  const city = elementAt(cities, customer);
  const lineItems = Array.from({ length: lineItemsPerOrder }, () => lineItem(random, city));
  const price = { currencyCode: city.currencyCode, centAmount: random.pick([0, 490, 690, 990]) };
  const gross = lineItems.reduce((sum, item) => sum + item.price.value.centAmount * item.quantity, price.centAmount);
  const net = Math.round(gross / (1 + city.taxRate));
  const money = (centAmount: number) => ({ currencyCode: city.currencyCode, centAmount });
  const address = addressOf(random, city, customer);
  return {
    orderNumber: `${prefix}-${String(number).padStart(7, '0')}`,
    customerId: idOf(customer),
    customerEmail: address.email,
    lineItems,
    totalPrice: money(gross),
    taxedPrice: {
      totalNet: money(net),
      totalGross: money(gross),
      totalTax: money(gross - net),
      taxPortions: [{ name: taxRateOf(city).name, rate: city.taxRate, amount: money(gross - net) }],
    },
    shippingAddress: address,
    billingAddress: address,
    shippingInfo: {
      shippingMethodName: random.pick(carriers),
      price,
      shippingRate: { price, freeAbove: money(10_000) },
      taxRate: taxRateOf(city),
    },
    orderState: random.pick(orderStates),
    shipmentState: random.pick(shipmentStates),
    paymentState: random.pick(paymentStates),
    country: city.country,
  };
};
