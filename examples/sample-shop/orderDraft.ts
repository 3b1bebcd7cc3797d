/** Import drafts of orders that refer to no other resource, so that they fit into every project. */
import { Random } from './choices.js';
import { type Content, known, type Market } from './content.js';
import { emailOf, pickAddress, pickMarket } from './customers.js';

const orderStates = ['Open', 'Open', 'Confirmed', 'Complete', 'Complete', 'Complete', 'Cancelled'];
const shipmentStates = ['Pending', 'Ready', 'Shipped', 'Delivered', 'Delayed', 'Partial'];
const paymentStates = ['Pending', 'Paid', 'Paid', 'Paid', 'BalanceDue', 'Failed'];

/** Two line items give an order of about 4.5 KB as it is stored; three would give 5.7 KB. */
const lineItemsPerOrder = 2;

const ordersPerCustomer = 8;

const idOf = (number: number): string => `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;

const taxRateOf = (content: Content, { country }: Market) => {
  const { amount, includedInPrice } = content.standardTaxRate(country);
  return { id: `tax-${country}`, name: `${amount * 100}% ${country}`, amount, includedInPrice, country, subRates: [] };
};

/** The values of an attribute of a product type of the shop. */
const valuesOf = ({ productTypes }: Content, productType: string, attribute: string) =>
  known(
    productTypes.find(({ key }) => key === productType)?.attributes.find(({ name }) => name === attribute)?.type.values,
    `values of the attribute ${attribute} in ${productType}`,
  );

const shoeSizes = ['42', '43', '44'];

const lineItem = (content: Content, random: Random, market: Market) => {
  // These articles are so few that their words and SKUs are in many orders.
  const sold = content.articles.filter(({ key }) => content.products.articlesOfImportedOrders.includes(key));
  const article = random.pick(sold);
  const colour = random.pick(valuesOf(content, 'clothing', 'colour'));
  const size = random.pick([...valuesOf(content, 'clothing', 'size').map(({ key }) => key), ...shoeSizes]);
  const variantId = random.integer(1, 40);
  const centAmount = Number(article.centAmount) - random.integer(0, 9) * 100;
  return {
    name: { en: article.en, de: article.de },
    productId: idOf(variantId * 1_000),
    quantity: random.integer(1, 3),
    variant: {
      id: variantId,
      sku: `${article.key}-${variantId}-${size}`.toUpperCase(),
      attributes: [
        { name: 'colour', value: { key: colour.key, label: colour.label } },
        { name: 'size', value: size },
        { name: 'weightInGram', value: Number(article.weightInGram) + random.integer(0, 9) * 5 },
        { name: 'manufacturer', value: 'Nordhang Outdoor' },
      ],
      images: [
        {
          url: `https://images.example.com/products/${article.key}/${variantId}/front.jpg`,
          dimensions: { w: 1200, h: 1600 },
        },
      ],
    },
    price: { value: { currencyCode: market.currency, centAmount }, country: market.country },
    taxRate: taxRateOf(content, market),
  };
};

const taxedPriceOf = (content: Content, market: Market, centAmount: number) => {
  const { name, amount: rate, includedInPrice } = taxRateOf(content, market);
  const net = includedInPrice ? Math.round(centAmount / (1 + rate)) : centAmount;
  const gross = includedInPrice ? centAmount : Math.round(centAmount * (1 + rate));
  const money = (amount: number) => ({ currencyCode: market.currency, centAmount: amount });
  return {
    totalNet: money(net),
    totalGross: money(gross),
    totalTax: money(gross - net),
    taxPortions: [{ name, rate, amount: money(gross - net) }],
  };
};

/** The import draft of order `number` of `count`. Order numbers are unique with one prefix. */
export const orderDraft = (
  content: Content,
  random: Random,
  prefix: string,
  number: number,
  count: number,
): Record<string, unknown> => {
  const customer = random.integer(1, Math.max(1, Math.ceil(count / ordersPerCustomer)));
  const ofCustomer = new Random(customer);
  const market = pickMarket(ofCustomer, content);
  const home = pickAddress(ofCustomer, content, market);
  const address = { ...home, email: emailOf(home, customer) };
  const lineItems = Array.from({ length: lineItemsPerOrder }, () => lineItem(content, random, market));
  const money = (centAmount: number) => ({ currencyCode: market.currency, centAmount });
  const price = money(random.pick([0, 490, 690, 990]));
  const total = lineItems.reduce((sum, item) => sum + item.price.value.centAmount * item.quantity, price.centAmount);
  return {
    orderNumber: `${prefix}-${String(number).padStart(7, '0')}`,
    customerId: idOf(customer),
    customerEmail: address.email,
    lineItems,
    totalPrice: money(total),
    taxedPrice: taxedPriceOf(content, market, total),
    shippingAddress: address,
    billingAddress: address,
    shippingInfo: {
      shippingMethodName: market.carrier,
      price,
      shippingRate: { price, freeAbove: money(10_000) },
      taxRate: taxRateOf(content, market),
    },
    orderState: random.pick(orderStates),
    shipmentState: random.pick(shipmentStates),
    paymentState: random.pick(paymentStates),
    country: market.country,
  };
};
