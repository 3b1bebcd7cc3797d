/** The payments of an order with their transactions, and a window that records another one. */
import { Anchor, Button, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LoadState } from '../layout/LoadError';
import { Section } from '../layout/Section';
import { useAllowed } from '../session/useAllowed';
import { useProjectKey } from '../session/useProjectKey';
import { formatDateTime, formatMoney } from '../values/format';
import { StateBadge } from '../values/StateBadge';
import { useWords } from '../words/useWords';
import { WithReason } from '../layout/WithReason';
import type { Payment } from '../payments/Payment';
import { openAmount, type Order } from './Order';
import { PaymentDialog } from './PaymentDialog';
import type { LoadedPayments } from '../payments/usePayments';

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
              <Table.Td className="unbroken">
                {words.value('type', type)}
                <Text size="xs" hiddenFrom="sm">
                  {timestamp === undefined ? '' : formatDateTime(timestamp, language)}
                </Text>
              </Table.Td>
              <Table.Td>
                <StateBadge member="state" value={state} />
              </Table.Td>
              <Table.Td fz="xs" style={{ whiteSpace: 'nowrap' }} visibleFrom="sm">
                {timestamp === undefined ? '' : formatDateTime(timestamp, language)}
              </Table.Td>
              <Table.Td ta="right" className="unbroken">
                {formatMoney(amount, language)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
};

/** The approximate height of a payment with one transaction. */
const paymentHeight = 70;

interface PaymentsProps {
  readonly order: Order;
  readonly loaded: LoadedPayments;
}

export const Payments = ({ order, loaded: { payments, queries } }: PaymentsProps) => {
  const { t } = useTranslation();
  const isAllowed = useAllowed();
  const mayPay = isAllowed('POST', '/payments') && isAllowed('POST', '/orders/{id}');
  const [isPaying, setIsPaying] = useState(false);
  return (
    <Section title={t('order.payments')}>
      <LoadState of={queries} height={paymentHeight} />
      {order.paymentInfo === undefined && <Text size="sm">{t('order.noPayments')}</Text>}
      {payments.map(payment => (
        <PaymentView key={payment.id} payment={payment} />
      ))}
      {mayPay && (
        <WithReason reason={openAmount(order, payments) > 0 ? undefined : t('reason.nothingOpen')}>
          <Button
            size="compact-sm"
            variant="default"
            mt={4}
            w="fit-content"
            display="block"
            onClick={() => setIsPaying(true)}
          >
            {t('order.addPayment')}
          </Button>
        </WithReason>
      )}
      {isPaying && <PaymentDialog order={order} payments={payments} onClose={() => setIsPaying(false)} />}
    </Section>
  );
};
