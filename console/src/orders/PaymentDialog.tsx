/** Records a payment that came in without a payment provider, such as a transfer, or one that is still expected. */
import { Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendToProject } from '../api/project';
import type { Resource } from '../api/Resource';
import { Dialog } from '../changes/Dialog';
import { useChange } from '../changes/useChange';
import { ErrorAlert } from '../layout/LoadError';
import { useProjectKey } from '../session/useProjectKey';
import type { OrderDialogProps } from './dialogs';
import { MoneyInput } from './MoneyInput';

const states = ['Success', 'Pending'] as const;

export const PaymentDialog = ({ order, onClose }: OrderDialogProps) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const change = useChange({ path: 'orders' }, order);
  const { currencyCode, centAmount: total, fractionDigits = 2 } = order.taxedPrice?.totalGross ?? order.totalPrice;
  const unit = 10 ** fractionDigits;
  const [method, setMethod] = useState('');
  const [amount, setAmount] = useState(total / unit);
  const [state, setState] = useState<(typeof states)[number]>('Success');
  const centAmount = Math.round(amount * unit);
  const paymentState = state === 'Pending' ? 'Pending' : centAmount < total ? 'BalanceDue' : 'Paid';
  const money = { currencyCode, centAmount };
  const attach = ({ id }: Resource): void =>
    change.apply(
      [
        { action: 'addPayment', payment: { typeId: 'payment', id } },
        ...(paymentState === order.paymentState ? [] : [{ action: 'changePaymentState', paymentState }]),
      ],
      onClose,
    );
  const creation = useMutation({
    mutationFn: () =>
      sendToProject<Resource>(projectKey, '/payments', {
        method: 'POST',
        body: {
          amountPlanned: money,
          paymentMethodInfo: { method },
          transactions: [{ type: 'Charge', state, amount: money, timestamp: new Date().toISOString() }],
          ...(order.customerId !== undefined && { customer: { typeId: 'customer', id: order.customerId } }),
        },
      }),
    onSuccess: attach,
  });
  return (
    <Dialog
      title={t('order.addPayment')}
      submitText={t('order.addPayment')}
      change={{ ...change, isSaving: change.isSaving || creation.isPending }}
      resource={order}
      missing={
        method === ''
          ? t('reason.empty', { field: t('order.method') })
          : centAmount > 0
            ? undefined
            : t('reason.noAmount')
      }
      // A payment that the order did not get is used at the next attempt.
      onSubmit={() => (creation.data === undefined ? creation.mutate() : attach(creation.data))}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={t('order.method')}
        description={t('order.methodHint')}
        value={method}
        onChange={({ currentTarget }) => setMethod(currentTarget.value)}
      />
      <MoneyInput currency={currencyCode} fractionDigits={fractionDigits} amount={amount} onChange={setAmount} />
      <Select
        label={t('order.paymentState')}
        data={states.map(value => ({ value, label: t(`order.received${value}`) }))}
        value={state}
        onChange={value => setState(value as (typeof states)[number])}
        allowDeselect={false}
      />
      <ErrorAlert error={creation.error} />
    </Dialog>
  );
};
