/** Describes the amounts of a cart of the oracle or of the server in one shape, as texts that can be compared. */
import type {
  Cart,
  CustomLineItem,
  DiscountedLineItemPriceForQuantity,
  LineItem,
  TaxedItemPrice,
  TypedMoney,
} from '@commercetools/platform-sdk';
import { centsOf, type Fraction } from '../fraction.js';
import { show, total } from './amounts.js';
import { currencies } from './CartCase.js';
import type { PricedCart, Taken } from './PricedCart.js';
import { type Line, type Piece, totalOf } from './priceLines.js';
import { type Taxed, taxOf } from './taxes.js';

const takenText = (taken: readonly Taken[]): string =>
  taken.map(({ discount, amount }) => `${discount} ${show(amount)}`).join(', ');

/** Groups equal pieces. The order of the groups has no meaning. */
const groupsText = (pieces: readonly { readonly quantity: number; readonly text: string }[]): string[] => {
  const groups = new Map<string, number>();
  for (const { quantity, text } of pieces) groups.set(text, (groups.get(text) ?? 0) + quantity);
  return [...groups].map(([text, quantity]) => `${quantity} x ${text}`).toSorted();
};

const pieceText = ({ left, taken }: Pick<Piece, 'left' | 'taken'>): string =>
  `${show(left)}${taken.length === 0 ? '' : ` (${takenText(taken)})`}`;

const taxedText = (taxed: Taxed) => ({
  net: show(taxed.net),
  gross: show(taxed.gross),
  tax: show(taxOf(taxed)),
  portions: taxed.portions.map(({ name, rate, amount }) => `${name} ${rate}: ${show(amount)}`),
});

const priceText = ({ value, discounted }: Line['shown']): string =>
  `${show(value)}${discounted === undefined ? '' : ` now ${show(discounted)}`}`;

const lineAmounts = (line: Line, taxed: Taxed | undefined) => ({
  price: priceText(line.shown),
  total: show(totalOf(line)),
  pieces: line.pieces.some(({ taken }) => taken.length > 0)
    ? groupsText(line.pieces.map(piece => ({ quantity: 1, text: pieceText(piece) })))
    : [],
  taxed: taxed && taxedText(taxed),
});

export const describePriced = ({
  items,
  shipping,
  total: left,
  taxed,
  taxedShipping,
  onTotal,
  combination,
}: PricedCart) => ({
  combination,
  items: Object.fromEntries(items.map(item => [item.line.name, lineAmounts(item.line, item.taxed)])),
  shipping: shipping && {
    price: show(shipping.price),
    discounted: shipping.taken.length > 0 ? pieceText(shipping) : undefined,
    taxed: shipping.taxed && taxedText(shipping.taxed),
  },
  onTotal: onTotal && {
    amount: show(total(onTotal.taken.map(({ amount }) => amount))),
    taken: takenText(onTotal.taken),
    net: onTotal.net && show(onTotal.net),
    gross: onTotal.gross && show(onTotal.gross),
  },
  total: show(left),
  taxed: taxed && taxedText(taxed),
  taxedShipping: taxedShipping && taxedText(taxedShipping),
});

export type CartAmounts = ReturnType<typeof describePriced>;

/** The names of the resources of a cart in the server. */
export type CartNames = {
  readonly item: (id: LineItem | CustomLineItem) => string;
  readonly discount: (id: string) => string;
};

const amountOf = (money: TypedMoney): Fraction =>
  centsOf(money as never, currencies[money.currencyCode as keyof typeof currencies]);

const wireTaxed = ({ totalNet, totalGross, totalTax, taxPortions }: TaxedItemPrice) => ({
  net: show(amountOf(totalNet)),
  gross: show(amountOf(totalGross)),
  tax: totalTax === undefined ? 'none' : show(amountOf(totalTax)),
  portions: taxPortions.map(({ name, rate, amount }) => `${name} ${rate}: ${show(amountOf(amount))}`),
});

export const describeWire = (cart: Cart, names: CartNames): CartAmounts => {
  const taken = (portions: DiscountedLineItemPriceForQuantity['discountedPrice']['includedDiscounts']): Taken[] =>
    portions.map(({ discount, discountedAmount }) => ({
      discount: names.discount(discount.id),
      amount: amountOf(discountedAmount),
    }));
  const pieces = (groups: readonly DiscountedLineItemPriceForQuantity[]) =>
    groupsText(
      groups.map(({ quantity, discountedPrice: { value, includedDiscounts } }) => ({
        quantity,
        text: pieceText({ left: amountOf(value), taken: taken(includedDiscounts) }),
      })),
    );
  const itemAmounts = (item: LineItem | CustomLineItem) => ({
    price: priceText(
      'money' in item
        ? { value: amountOf(item.money) }
        : {
            value: amountOf(item.price.value),
            ...(item.price.discounted && { discounted: amountOf(item.price.discounted.value) }),
          },
    ),
    total: show(amountOf(item.totalPrice)),
    pieces: pieces(item.discountedPricePerQuantity),
    taxed: item.taxedPrice && wireTaxed(item.taxedPrice),
  });
  const { shippingInfo: shipping, discountOnTotalPrice: onTotal, discountTypeCombination } = cart;
  const { type, chosenDiscountType } = (discountTypeCombination ?? {}) as {
    readonly type?: string;
    readonly chosenDiscountType?: string;
  };
  return {
    combination: type && [type, chosenDiscountType].filter(each => each !== undefined).join(' '),
    items: Object.fromEntries(
      [...cart.lineItems, ...cart.customLineItems].map(item => [names.item(item), itemAmounts(item)]),
    ),
    shipping: shipping && {
      price: show(amountOf(shipping.price)),
      discounted:
        shipping.discountedPrice &&
        pieceText({
          left: amountOf(shipping.discountedPrice.value),
          taken: taken(shipping.discountedPrice.includedDiscounts),
        }),
      taxed: shipping.taxedPrice && wireTaxed(shipping.taxedPrice),
    },
    onTotal: onTotal && {
      amount: show(amountOf(onTotal.discountedAmount)),
      taken: takenText(taken(onTotal.includedDiscounts)),
      net: onTotal.discountedNetAmount && show(amountOf(onTotal.discountedNetAmount)),
      gross: onTotal.discountedGrossAmount && show(amountOf(onTotal.discountedGrossAmount)),
    },
    total: show(amountOf(cart.totalPrice)),
    taxed: cart.taxedPrice && wireTaxed(cart.taxedPrice),
    taxedShipping: cart.taxedShippingPrice && wireTaxed(cart.taxedShippingPrice),
  };
};
