/** One order: what may be done with it, its lines, addresses, payments, deliveries, returns and custom fields. */
import { Anchor, Grid, Group, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { OwnerView } from '../customers/OwnerView';
import type { Resource } from '../api/Resource';
import { useProjectKey } from '../session/useProjectKey';
import { formatDateTime, formatMoney } from '../values/format';
import { AddressText } from '../addresses/AddressText';
import { StateBadge } from '../values/StateBadge';
import { ValueView } from '../values/ValueView';
import { useWords } from '../words/useWords';
import { Section } from '../layout/Section';
import { listAddress } from '../related/listAddress';
import { LinesTable } from '../lines/LinesTable';
import type { Order, Payment } from './Order';
import { itemText } from './itemText';
import { Notes, withoutNotes } from '../notes/Notes';
import { NextSteps } from './NextSteps';
import { OrderActions } from './OrderActions';
import { Returns } from './Returns';
import { usePayments } from './usePayments';
import { Workflow } from './Workflow';
import { LoadState } from '../layout/LoadError';

const PaymentView = ({ payment }: { readonly payment: Payment }) => {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const projectKey = useProjectKey();
  const words = useWords();
  const { amountPlanned, paymentMethodInfo, transactions } = payment;
  return (
    <Stack gap={4} align="start">
      <Anchor component={Link} to={`/${projectKey}/payments/${payment.id}`} size="sm">
        {t('order.planned', {
          amount: formatMoney(amountPlanned, language),
          method: paymentMethodInfo?.method ?? paymentMethodInfo?.paymentInterface ?? '',
        })}
      </Anchor>
      <Table horizontalSpacing={4} verticalSpacing={4}>
        <Table.Tbody>
          {transactions.map(({ id, type, state, amount, timestamp }) => (
            <Table.Tr key={id}>
              <Table.Td>{words.value('type', type)}</Table.Td>
              <Table.Td>
                <StateBadge member="state" value={state} />
              </Table.Td>
              <Table.Td fz="xs" style={{ whiteSpace: 'nowrap' }}>
                {timestamp === undefined ? '' : formatDateTime(timestamp, language)}
              </Table.Td>
              <Table.Td ta="right">{formatMoney(amount, language)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
};

/** What the order was made of. */
const Sources = ({ order: { cart, quote } }: { readonly order: Order }) => (
  <ValueView value={{ ...(cart !== undefined && { cart }), ...(quote !== undefined && { quote }) }} />
);

const Deliveries = ({ order }: { readonly order: Order }) => {
  const { t, i18n } = useTranslation();
  const deliveries = order.shippingInfo?.deliveries ?? [];
  if (deliveries.length === 0) return <Text size="sm">{t('order.noDeliveries')}</Text>;
  return (
    <Stack gap="xs">
      {deliveries.map(({ id, createdAt, items, parcels = [] }) => (
        <div key={id}>
          <Text size="sm" c="dimmed">
            {createdAt === undefined ? '' : formatDateTime(createdAt, i18n.language)}
          </Text>
          <Text size="sm">{items.map(item => itemText(order, item.id, item.quantity, i18n.language)).join(', ')}</Text>
          {parcels.map(parcel => (
            <Text key={parcel.id} size="sm">
              {t('order.parcel', {
                carrier: parcel.trackingData?.carrier ?? '',
                trackingId: parcel.trackingData?.trackingId ?? '',
              })}
            </Text>
          ))}
        </div>
      ))}
    </Stack>
  );
};

const ordersOf = (projectKey: string, customerId: string): string =>
  listAddress(projectKey, 'orders', `customerId="${customerId}"`);

const Addresses = ({ order }: { readonly order: Order }) => {
  const { t } = useTranslation();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
      <Section title={t('order.shippingAddress')}>
        <AddressText address={order.shippingAddress} />
      </Section>
      <Section title={t('order.billingAddress')}>
        <AddressText address={order.billingAddress} />
      </Section>
    </SimpleGrid>
  );
};

const OrderOverview = ({ resource }: { readonly resource: Resource }) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const order = resource as Order;
  const { payments, queries, reload } = usePayments(order);
  const custom = order.custom === undefined ? undefined : withoutNotes(order.custom);
  return (
    <Stack gap="xs">
      <Group align="start" gap="xs">
        <NextSteps order={order} />
        <OrderActions order={order} payments={payments} onPaymentChanged={reload} />
      </Group>
      <Grid gutter="xs">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="xs">
            <Section title={t('order.lines')}>
              <LinesTable lines={order} />
            </Section>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
              <Section title={t('order.deliveries')}>
                <Deliveries order={order} />
              </Section>
              <Section title={t('order.returns')}>
                <Returns order={order} />
              </Section>
            </SimpleGrid>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="xs">
            <Section title={t('cart.customer')}>
              <Group justify="space-between" gap={2} fz="sm">
                <OwnerView owner={order} />
                {order.customerId !== undefined && (
                  <Anchor component={Link} to={ordersOf(projectKey, order.customerId)} size="sm">
                    {t('order.allOrders')}
                  </Anchor>
                )}
              </Group>
            </Section>
            <Section title={t('order.notes')}>
              <Notes typeId="order" resource={order} />
            </Section>
            <Addresses order={order} />
            <Section title={t('order.payments')}>
              <LoadState of={queries} />
              {order.paymentInfo === undefined && <Text size="sm">{t('order.noPayments')}</Text>}
              {payments.map(payment => (
                <PaymentView key={payment.id} payment={payment} />
              ))}
            </Section>
          </Stack>
        </Grid.Col>
      </Grid>
      {(order.cart !== undefined || order.quote !== undefined) && (
        <Section title={t('order.sources')}>
          <Sources order={order} />
        </Section>
      )}
      {custom !== undefined && Object.keys(custom.fields).length > 0 && (
        <Section title={t('order.customFields')}>
          <ValueView value={custom} />
        </Section>
      )}
      <Section title={t('order.workflow')}>
        <Workflow order={order} />
      </Section>
    </Stack>
  );
};

export default OrderOverview;
