/** Import drafts of orders that refer to no other resource, so that they fit into every project. */
import { Random } from './choices.js';
import { addressOf, emailOf, marketOf } from './samples/addresses.js';
import { articles, clothingSizes, colours } from './samples/articles.js';
import type { Market } from './samples/markets.js';

const orderStates = ['Open', 'Open', 'Confirmed', 'Complete', 'Complete', 'Complete', 'Cancelled'];
const shipmentStates = ['Pending', 'Ready', 'Shipped', 'Delivered', 'Delayed', 'Partial'];
const paymentStates = ['Pending', 'Paid', 'Paid', 'Paid', 'BalanceDue', 'Failed'];

/** These articles are so few that their words and SKUs are in many orders. */
const soldKeys: ReadonlySet<string> = new Set([
  'trail-shoe',
  'merino-shirt',
  'insulated-bottle',
  'rain-jacket',
  'head-torch',
  'day-pack',
  'trekking-poles',
  'wool-socks',
]);
const soldArticles = articles.filter(({ key }) => soldKeys.has(key));
const sizes = [...clothingSizes, '42', '43', '44'];

/** Two line items give an order of about 4.5 KB as it is stored; three would give 5.7 KB. */
const lineItemsPerOrder = 2;

const ordersPerCustomer = 8;

const idOf = (number: number): string => `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;

const taxRateOf = ({ country, taxRate, isTaxIncluded }: Market) => ({
  id: `tax-${country}`,
  name: `${taxRate * 100}% ${country}`,
  amount: taxRate,
  includedInPrice: isTaxIncluded,
  country,
  subRates: [],
});

const lineItem = (random: Random, market: Market) => {
  const article = random.pick(soldArticles);
  const [colour, size] = [random.pick(colours), random.pick(sizes)];
  const variantId = random.integer(1, 40);
  const value = { currencyCode: market.currency, centAmount: article.centAmount - random.integer(0, 9) * 100 };
  return {
    name: { en: article.en, de: article.de },
    productId: idOf(variantId * 1_000),
    quantity: random.integer(1, 3),
    variant: {
      id: variantId,
      sku: `${article.key}-${variantId}-${size}`.toUpperCase(),
      attributes: [
        { name: 'colour', value: { key: colour.key, label: { en: colour.en, de: colour.de } } },
        { name: 'size', value: size },
        { name: 'weightInGram', value: article.weightInGram + random.integer(0, 9) * 5 },
        { name: 'manufacturer', value: 'Nordhang Outdoor' },
      ],
      images: [
        {
          url: `https://images.example.com/products/${article.key}/${variantId}/front.jpg`,
          dimensions: { w: 1200, h: 1600 },
        },
      ],
    },
    price: { value, country: market.country },
    taxRate: taxRateOf(market),
  };
};

const taxedPriceOf = (market: Market, centAmount: number) => {
  const { currency: currencyCode, taxRate, isTaxIncluded } = market;
  const net = isTaxIncluded ? Math.round(centAmount / (1 + taxRate)) : centAmount;
  const gross = isTaxIncluded ? centAmount : Math.round(centAmount * (1 + taxRate));
  const totalTax = { currencyCode, centAmount: gross - net };
  return {
    totalNet: { currencyCode, centAmount: net },
    totalGross: { currencyCode, centAmount: gross },
    totalTax,
    taxPortions: [{ name: taxRateOf(market).name, rate: taxRate, amount: totalTax }],
  };
};

/** The import draft of order `number` of `count`. Order numbers are unique with one prefix. */
export const orderDraft = (random: Random, prefix: string, number: number, count: number): Record<string, unknown> => {
  const customer = random.integer(1, Math.max(1, Math.ceil(count / ordersPerCustomer)));
  const ofCustomer = new Random(customer);
  const market = marketOf(ofCustomer);
  const home = addressOf(ofCustomer, market);
  const address = { ...home, email: emailOf(home, customer) };
  const lineItems = Array.from({ length: lineItemsPerOrder }, () => lineItem(random, market));
  const money = (centAmount: number) => ({ currencyCode: market.currency, centAmount });
  const price = money(random.pick([0, 490, 690, 990]));
  const total = lineItems.reduce((sum, item) => sum + item.price.value.centAmount * item.quantity, price.centAmount);
  return {
    orderNumber: `${prefix}-${String(number).padStart(7, '0')}`,
    customerId: idOf(customer),
    customerEmail: address.email,
    lineItems,
    totalPrice: money(total),
    taxedPrice: taxedPriceOf(market, total),
    shippingAddress: address,
    billingAddress: address,
    shippingInfo: {
      shippingMethodName: market.carrier,
      price,
      shippingRate: { price, freeAbove: money(10_000) },
      taxRate: taxRateOf(market),
    },
    orderState: random.pick(orderStates),
    shipmentState: random.pick(shipmentStates),
    paymentState: random.pick(paymentStates),
    country: market.country,
  };
};
