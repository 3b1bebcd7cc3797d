/** The lines of a cart or an order with their prices, and its totals. */
import { Anchor, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { textOf } from '../api/Resource';
import { useProjectKey } from '../session/useProjectKey';
import { formatMoney, formatPercent, type Money } from '../values/format';
import { DiscountPortions, LineDiscounts } from './LineDiscounts';
import { type DiscountPortion, itemsOf, type LineItem, type PricedLines } from './PricedLines';
import { TableHead } from '../layout/TableHead';
import { ScrolledTable } from '../layout/ScrolledTable';

interface LinesTableProps {
  readonly lines: PricedLines;
  readonly lineActions?: (item: LineItem) => ReactNode;
}

const ItemName = ({ item: { name, productId } }: { readonly item: LineItem }) => {
  const { i18n } = useTranslation();
  const projectKey = useProjectKey();
  const text = textOf(name, i18n.language) ?? productId;
  if (productId === undefined) return <Text size="sm">{text}</Text>;
  return (
    <Anchor component={Link} to={`/${projectKey}/products/${productId}`} size="sm">
      {text}
    </Anchor>
  );
};

const Line = ({ item, actions }: { readonly item: LineItem; readonly actions: LinesTableProps['lineActions'] }) => {
  const { i18n } = useTranslation();
  const { language } = i18n;
  const unitPrice = item.price?.value ?? item.money;
  return (
    <Table.Tr>
      <Table.Td>
        <ItemName item={item} />
        <Text size="xs" c="dimmed">
          {item.variant?.sku ?? item.slug}
        </Text>
        <LineDiscounts item={item} />
      </Table.Td>
      <Table.Td ta="right">{item.quantity}</Table.Td>
      <Table.Td ta="right">{unitPrice === undefined ? '' : formatMoney(unitPrice, language)}</Table.Td>
      <Table.Td ta="right" visibleFrom="sm">
        {item.taxRate === undefined ? '' : formatPercent(item.taxRate.amount, language)}
      </Table.Td>
      <Table.Td ta="right">{formatMoney(item.totalPrice, language)}</Table.Td>
      {actions !== undefined && <Table.Td ta="right">{actions(item)}</Table.Td>}
    </Table.Tr>
  );
};

interface SumProps {
  readonly label: string;
  readonly money: Money | undefined;
  readonly portions?: readonly DiscountPortion[] | undefined;
}

const Sum = ({ label, money, portions = [] }: SumProps) => {
  const { i18n } = useTranslation();
  if (money === undefined) return null;
  return (
    <Table.Tr>
      {/* A phone shows one column less. */}
      <Table.Td visibleFrom="sm" />
      <Table.Th scope="row" colSpan={3} ta="right">
        {label}
        <DiscountPortions portions={portions} />
      </Table.Th>
      <Table.Td ta="right">{formatMoney(money, i18n.language)}</Table.Td>
    </Table.Tr>
  );
};

const Sums = ({ lines }: { readonly lines: PricedLines }) => {
  const { t, i18n } = useTranslation();
  const { taxedPrice, shippingInfo, discountOnTotalPrice } = lines;
  return (
    <Table.Tfoot>
      {shippingInfo !== undefined && (
        <Sum
          label={t('order.shipping', { method: shippingInfo.shippingMethodName })}
          money={shippingInfo.discountedPrice?.value ?? shippingInfo.price}
          portions={shippingInfo.discountedPrice?.includedDiscounts}
        />
      )}
      <Sum
        label={t('order.discount')}
        money={discountOnTotalPrice?.discountedAmount}
        portions={discountOnTotalPrice?.includedDiscounts}
      />
      <Sum label={t('order.net')} money={taxedPrice?.totalNet} />
      {taxedPrice?.taxPortions.map(({ name = '', rate, amount }) => (
        <Sum
          key={`${name} ${rate}`}
          label={t('order.tax', { name, rate: formatPercent(rate, i18n.language) })}
          money={amount}
        />
      ))}
      <Sum label={t('order.gross')} money={taxedPrice?.totalGross} />
      <Sum label={t('order.total')} money={lines.totalPrice} />
    </Table.Tfoot>
  );
};

export const LinesTable = ({ lines, lineActions }: LinesTableProps) => {
  const { t } = useTranslation();
  return (
    <ScrolledTable minWidth={320} label={t('order.lines')}>
      <Table verticalSpacing={5} horizontalSpacing={6}>
        <TableHead
          labels={['item', 'quantity', 'price', 'taxRate', 'lineTotal'].map(name => t(`order.${name}`))}
          numbersFrom={1}
          wideOnly={3}
          hasButtons={lineActions !== undefined}
        />
        <Table.Tbody>
          {itemsOf(lines).map(item => (
            <Line key={item.id} item={item} actions={lineActions} />
          ))}
        </Table.Tbody>
        <Sums lines={lines} />
      </Table>
    </ScrolledTable>
  );
};
