/** The sums of the selected orders of a list, by currency. */
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { typeFacts } from '../resources/typeFacts';
import { formatMoney, isMoney, type Money } from '../values/format';
import { allResourcesOf } from './resourcesOf';
import type { ListSelection } from './useSelection';

/** Maximum number of orders that are read to be summed. */
const summedMax = 10_000;

const isList = (selected: ListSelection['selected']): selected is Extract<typeof selected, readonly unknown[]> =>
  Array.isArray(selected);

export const SelectionSums = ({ selection: { selected, count } }: { readonly selection: ListSelection }) => {
  const { t, i18n } = useTranslation();
  const isPage = isList(selected);
  const { data } = useQuery({
    queryKey: ['sums', selected],
    queryFn: ({ signal }) => (isPage ? [] : allResourcesOf(selected, signal)),
    enabled: !isPage && typeFacts(selected.path).isSummed === true && count <= summedMax,
  });
  const orders = isPage ? selected : data;
  if (orders === undefined || count === 0) return null;
  const sums = new Map<string, Money>();
  for (const { totalPrice } of orders) {
    if (!isMoney(totalPrice)) continue;
    const sum = sums.get(totalPrice.currencyCode)?.centAmount ?? 0;
    sums.set(totalPrice.currencyCode, { ...totalPrice, centAmount: sum + totalPrice.centAmount });
  }
  // Products and customers have no totals.
  if (sums.size === 0) return null;
  const amounts = [...sums.values()].map(sum => formatMoney(sum, i18n.language)).join(' + ');
  return (
    <Text size="sm" fw={600} role="status">
      {t('lists.sum', { count: orders.length, amounts })}
    </Text>
  );
};
