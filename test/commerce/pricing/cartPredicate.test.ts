import { test } from '../../support/tap.js';
import { defineView } from '../../../src/engine/document/defineView.js';
import { Document } from '../../../src/engine/document/Document.js';
import { assertCartPredicate, compileCartPredicate } from '../../../src/commerce/pricing/cartPredicate.js';
import { lineItemFields } from '../../../src/commerce/pricing/cartPredicate/itemFields.js';
import { matchWhole } from '../../support/matchWhole.js';
import { refusalOf } from '../../support/refusal.js';

const item = (sku: string, quantity: number, centAmount: number, color: string) => ({
  productId: `p-${sku}`,
  quantity,
  variant: {
    id: 1,
    sku,
    attributes: [
      { name: 'color', value: color },
      { name: 'size', value: { key: 'm', label: 'M' } },
    ],
  },
  totalPrice: { currencyCode: 'EUR', centAmount },
  taxedPrice: {
    totalNet: { currencyCode: 'EUR', centAmount: centAmount / 2 },
    totalGross: { currencyCode: 'EUR', centAmount },
  },
});
const cart = {
  country: 'DE',
  totalPrice: { type: 'centPrecision', currencyCode: 'EUR', centAmount: 1_050, fractionDigits: 2 },
  shippingAddress: { country: 'DE' },
  custom: { type: { typeId: 'type', id: 't' }, fields: { note: '10.50 EUR', tags: ['a', 'b'] } },
  lineItems: [item('x', 2, 1_000, 'red'), item('y', 1, 50, 'blue')],
  customLineItems: [{ slug: 'wrap', quantity: 4, totalPrice: { currencyCode: 'EUR', centAmount: 200 } }],
};

const metPredicates = [
  '1 = 1',
  'true',
  'TRUE',
  'not false',
  '"a" = "a"',
  '2 > 1 and 1 <= 1',
  '1 = 2 or (1 = 1)',
  '"1" != 1',
  'country = "DE"',
  'country in ("DE", "AT")',
  'not (country = "FR")',
  'lineItems(quantity > 1)',
  'lineItems(1 = 1)',
  'totalPrice = "10.50 EUR"',
  'totalPrice = "10.5 EUR"',
  'totalPrice > "10.49 EUR"',
  'totalPrice >= "10.50 EUR"',
  'totalPrice < "11 EUR"',
  'totalPrice != "10.49 EUR"',
  'totalPrice != "10.50 USD"',
  'totalPrice in ("1 EUR", "10.50 EUR")',
  'totalPrice not in ("10.50 USD")',
  'totalPrice(centAmount > 1000)',
  'shippingAddress.country = "DE"',
  'shippingAddress.country is defined',
  'shippingAddress.state is not defined',
  'billingAddress.country is not defined',
  'billingAddress.country != "DE"',
  'billingAddress.country not in ("DE")',
  'billingAddress.country is empty',
  'custom.note = "10.50 EUR"',
  'custom.fields.note is defined',
  'custom.type.id = "t"',
  'custom.tags contains any ("b", "c")',
  'custom.tags contains all ("a", "b")',
  '`shippingAddress`.`country` = "DE"',
  'lineItemCount(sku = "x") = 2',
  'lineItemCount(1 = 1) > 2',
  'lineItemCount(true) in (3, 4)',
  'lineItemCount(sku = "z") = 0',
  'lineItemCount(attributes.color = "red" and attributes.size.key = "m") = 2',
  'lineItemCount(variantId = 1) = 3',
  'lineItemCount(product.id = "p-y") = 1',
  'customLineItemCount(slug = "wrap") = 4',
  'lineItemExists(sku = "x")',
  'lineItemExists(sku = ")") = false',
  'not lineItemExists(sku = "z")',
  'customLineItemExists(slug = "wrap")',
  'forAllLineItems(quantity > 0)',
  'forAllLineItems(quantity > 1) = false',
  'forAllCustomLineItems(slug = "wrap") and 1 = 1',
  'lineItemTotal(sku = "x") = "10 EUR"',
  'lineItemTotal(true) >= "10.50 EUR"',
  'lineItemNetTotal(true) = "5.25 EUR"',
  'lineItemGrossTotal(sku = "y") < "0.51 EUR"',
  'customLineItemTotal(true) = "2.00 EUR"',
  'lineItemTotal(sku = "z") = "0 EUR"',
  'lineItemCount(sku = "x") = 2 and lineItemCount(sku = "y") = 1',
  'totalPrice >\n "10.00 EUR"',
  'not(1 = 2)and lineItemExists(true)and 1=1',
];
const unmetPredicates = [
  '1 != 1',
  'false',
  '1 = 2',
  '"1" = 1',
  'true = false',
  'country = "FR"',
  'totalPrice = "10.50 USD"',
  'totalPrice > "1.00 USD"',
  'totalPrice < "10.50 EUR"',
  'totalPrice != "10.50 EUR"',
  'totalPrice > "10.50 EUR"',
  'totalPrice not in ("10.50 EUR")',
  'totalPrice = "1050 JPY"',
  'billingAddress.country = "DE"',
  'billingAddress.country is defined',
  'billingAddress.country is not empty',
  'custom.tags contains all ("a", "c")',
  'lineItemCount(sku = "x") > 2',
  'lineItemExists(sku = "z")',
  'forAllLineItems(sku = "x")',
  'lineItemTotal(true) > "10.50 EUR"',
  'lineItemTotal(true) > "1 USD"',
  'lineItems(false)',
  'constructor.name = "Object"',
  'lineItemCount(constructor is defined) > 0',
];

test('evaluates cart predicates', async t => {
  for (const text of metPredicates) t.equal(compileCartPredicate(text)(cart), true, text);
  for (const text of unmetPredicates) t.equal(compileCartPredicate(text)(cart), false, text);
  t.equal(
    compileCartPredicate('sku = "x" and attributes.color = "red" and totalPrice = "10 EUR"')(
      lineItemFields(cart.lineItems[0]),
    ),
    true,
    'a predicate on the fields of one line item',
  );
  t.equal(
    compileCartPredicate('lineItemCount(true) = 0 and totalPrice is not defined')({}),
    true,
    'a predicate on a cart without items',
  );
  const view = defineView<object>(Object.keys(cart))(Document.open(Buffer.from(JSON.stringify(cart))));
  t.equal(
    compileCartPredicate('country = "DE" and lineItemCount(sku = "x") = 2')(view),
    true,
    'a predicate on a view of a stored cart',
  );
  t.equal(
    compileCartPredicate('categories.id contains any ("c2")')({ categories: [{ id: 'c1' }, { id: 'c2' }] }),
    true,
  );
  t.equal(
    compileCartPredicate('categories.id contains all ("c2", "c3")')({ categories: [{ id: 'c1' }, { id: 'c2' }] }),
    false,
  );
  t.equal(
    compileCartPredicate('totalPrice > "90071992547409.90 EUR"')({
      totalPrice: { currencyCode: 'EUR', centAmount: 9_007_199_254_740_991 },
    }),
    true,
    'large amounts are compared exactly',
  );
});

test('refuses malformed cart predicates with the position of the error', async t => {
  const refused: readonly (readonly [string, RegExp])[] = [
    ['1 =', /Unexpected end of input.*\(line 1, column 4\)/],
    ['sku = "x', /expected '"'/],
    ['(1=1', /column 5/],
    ['country = "DE"\n and', /\(line 2, column 5\)/],
    ['country = :x', /Variables are not supported here \(line 1, column 11\)/],
    ['lineItemCount(sku="x")', /'lineItemCount' without a comparison is not supported/],
    ['lineItemCount(true) is defined', /without a comparison/],
    ['lineItemCount(sku = ) > 1', /column 21/],
    ['lineItemCount() > 1', /Unexpected end/],
    [
      'lineItems(lineItemCount(sku="x") > 1)',
      /The function 'lineItemCount' is not supported here \(line 1, column 11\)/,
    ],
    ['lineItemCount(lineItemCount(1=1)=1) = 1', /column 15/],
    ['averagePrice(x=1) > 2', /Invalid input '>'/],
    ['_ = 1', /'_' is not supported/],
    ['totalPrice > "10.505 EUR"', /more than the 2 digits/],
    ['totalPrice > "1.5 JPY"', /more than the 0 digits/],
    ['totalPrice > "9999999999999999 EUR"', /larger than any price/],
    ['a..b = 1', /Invalid input '\.'/],
    ['place within circle(999, 1, 1)', /longitude/],
    ['', /expected a field/],
    [`${'('.repeat(65)}1=1${')'.repeat(65)}`, /64 levels/],
    [Array.from({ length: 33 }, () => 'lineItemExists(true)').join(' and '), /at most 32 functions/],
    [`${'a.'.repeat(16)}a = 1`, /at most 16 steps/],
  ];
  for (const [text, message] of refused) {
    const refusal = refusalOf(() => assertCartPredicate(text, 'cartPredicate'));
    matchWhole(t, refusal, { errors: [{ code: 'SyntaxError', message }] }, text.slice(0, 40));
    t.match(refusal?.message, /^Malformed field 'cartPredicate': (?!Malformed)/);
  }
});
