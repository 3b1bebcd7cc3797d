/** One order: its actions, lines, addresses, payments, deliveries, returns and custom fields. */
import { Anchor, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { OwnerView } from '../customers/OwnerView';
import type { Resource } from '../api/Resource';
import { useProjectKey } from '../session/useProjectKey';
import { formatDateTime } from '../values/format';
import { AddressText } from '../addresses/AddressText';
import { ValueView } from '../values/ValueView';
import { Section } from '../layout/Section';
import { listAddress } from '../related/listAddress';
import { LinesTable } from '../lines/LinesTable';
import type { Order } from './Order';
import { itemText } from './itemText';
import { Notes, withoutNotes } from '../notes/Notes';
import { DiscountCodes } from '../lines/DiscountCodes';
import { NextSteps } from './NextSteps';
import { OrderActions } from './OrderActions';
import { Payments } from './Payments';
import { Returns } from './Returns';
import { usePayments } from '../payments/usePayments';
import { Workflow } from './Workflow';
import { useWorkflowStates } from '../workflow/useWorkflowStates';
import { Columns } from '../layout/Columns';

/** The cart or the quote from which the order was made. */
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

const Buyer = ({ order }: { readonly order: Order }) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  return (
    <Section title={t('cart.customer')}>
      <Stack gap={2} fz="sm" align="start">
        <OwnerView owner={order} />
        {order.customerId !== undefined && (
          <Anchor component={Link} to={ordersOf(projectKey, order.customerId)} size="sm">
            {t('order.allOrders')}
          </Anchor>
        )}
      </Stack>
    </Section>
  );
};

/** The bought items, deliveries and returns. */
const Goods = ({ order }: { readonly order: Order }) => {
  const { t } = useTranslation();
  return (
    <>
      <Section title={t('order.lines')}>
        <LinesTable lines={order} />
      </Section>
      {(order.discountCodes ?? []).length > 0 && (
        <Section title={t('cart.codes')}>
          <DiscountCodes of={order} mayChange={false} />
        </Section>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
        <Section title={t('order.deliveries')}>
          <Deliveries order={order} />
        </Section>
        <Section title={t('order.returns')}>
          <Returns order={order} />
        </Section>
      </SimpleGrid>
    </>
  );
};

const OrderOverview = ({ resource }: { readonly resource: Resource }) => {
  const { t } = useTranslation();
  const order = resource as Order;
  const loadedPayments = usePayments(order);
  const { states = [], query: statesQuery } = useWorkflowStates('OrderState');
  const custom = order.custom === undefined ? undefined : withoutNotes(order.custom);
  return (
    <Stack gap="xs">
      {/* The buttons appear together, so that none moves under the mouse. */}
      <Group align="start" gap="xs" mih={{ base: 150, sm: 30 }}>
        {!statesQuery.isPending && (
          <>
            <NextSteps order={order} states={states} payments={loadedPayments.payments} />
            <OrderActions
              order={order}
              states={states}
              payments={loadedPayments.payments}
              onPaymentChanged={loadedPayments.reload}
            />
          </>
        )}
      </Group>
      <Columns
        wide={<Goods order={order} />}
        narrow={
          <>
            <Buyer order={order} />
            <Section title={t('order.notes')}>
              <Notes typeId="order" resource={order} />
            </Section>
            <Addresses order={order} />
            <Payments order={order} loaded={loadedPayments} />
          </>
        }
      />
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
