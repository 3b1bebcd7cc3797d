/** Explains why a line or a total costs less: each discount by its name, with its amount. */
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatMoney, type Money } from '../values/format';
import { ReferenceLink } from '../values/ReferenceLink';
import type { DiscountPortion, LineItem } from './PricedLines';

/** Returns the amount of each discount on all items of a line. */
const portionsOf = ({ discountedPricePerQuantity = [], price, quantity }: LineItem): readonly DiscountPortion[] => {
  const sums = new Map<string, DiscountPortion>();
  const add = ({ discount, discountedAmount }: DiscountPortion, count: number): void => {
    const before = sums.get(discount.id)?.discountedAmount.centAmount ?? 0;
    const centAmount = before + discountedAmount.centAmount * count;
    sums.set(discount.id, { discount, discountedAmount: { ...discountedAmount, centAmount } });
  };
  if (price?.discounted !== undefined) {
    const centAmount = price.value.centAmount - price.discounted.value.centAmount;
    add({ discount: price.discounted.discount, discountedAmount: { ...price.value, centAmount } }, quantity);
  }
  for (const { quantity: count, discountedPrice } of discountedPricePerQuantity)
    for (const portion of discountedPrice.includedDiscounts) add(portion, count);
  return [...sums.values()];
};

interface DiscountPortionsProps {
  readonly portions: readonly DiscountPortion[];
}

export const DiscountPortions = ({ portions }: DiscountPortionsProps) => {
  const { i18n } = useTranslation();
  const minus = (money: Money): string => formatMoney({ ...money, centAmount: -money.centAmount }, i18n.language);
  return portions.map(({ discount, discountedAmount }) => (
    <Text key={discount.id} size="xs">
      <ReferenceLink reference={discount} /> {minus(discountedAmount)}
    </Text>
  ));
};

export const LineDiscounts = ({ item }: { readonly item: LineItem }) => (
  <DiscountPortions portions={portionsOf(item)} />
);
