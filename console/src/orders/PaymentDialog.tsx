/** Records a payment without a payment provider, such as a transfer, that was received or is still expected. */
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
import { NumberField } from '../numbers/NumberField';
import type { Payment } from '../payments/Payment';
import { openAmount, type Order, priceOf } from './Order';

const states = ['Success', 'Pending'] as const;

interface PaymentDialogProps extends OrderDialogProps {
  /** The existing payments of the order. */
  readonly payments: readonly Payment[];
}

/** Creates a payment and adds it to the order. */
const useRecord = (order: Order, onClose: () => void) => {
  const projectKey = useProjectKey();
  const change = useChange({ path: 'orders' }, order);
  const creation = useMutation({
    mutationFn: (body: object) => sendToProject<Resource>(projectKey, '/payments', { method: 'POST', body }),
  });
  const attach = ({ id }: Resource, paymentState: string): void =>
    change.apply(
      [
        { action: 'addPayment', payment: { typeId: 'payment', id } },
        ...(paymentState === order.paymentState ? [] : [{ action: 'changePaymentState', paymentState }]),
      ],
      onClose,
    );
  // A payment that could not be added to the order is used at the next attempt.
  const record = (draft: object, paymentState: string): void =>
    creation.data === undefined
      ? creation.mutate(draft, { onSuccess: payment => attach(payment, paymentState) })
      : attach(creation.data, paymentState);
  return { record, error: creation.error, change: { ...change, isSaving: change.isSaving || creation.isPending } };
};

export const PaymentDialog = ({ order, payments, onClose }: PaymentDialogProps) => {
  const { t } = useTranslation();
  const { record, change, error } = useRecord(order, onClose);
  const { currencyCode, fractionDigits = 2 } = priceOf(order);
  const open = openAmount(order, payments);
  const unit = 10 ** fractionDigits;
  const [method, setMethod] = useState('');
  const [amount, setAmount] = useState<number | undefined>(open / unit);
  const [state, setState] = useState<(typeof states)[number]>('Success');
  const submit = (): void => {
    const centAmount = Math.round((amount ?? 0) * unit);
    const money = { currencyCode, centAmount };
    const draft = {
      amountPlanned: money,
      paymentMethodInfo: { method },
      transactions: [{ type: 'Charge', state, amount: money, timestamp: new Date().toISOString() }],
      ...(order.customerId !== undefined && { customer: { typeId: 'customer', id: order.customerId } }),
    };
    record(draft, state === 'Pending' ? 'Pending' : centAmount < open ? 'BalanceDue' : 'Paid');
  };
  return (
    <Dialog
      title={t('order.addPayment')}
      submitText={t('order.addPayment')}
      change={change}
      resource={order}
      missing={method === '' ? t('reason.empty', { field: t('order.method') }) : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={t('order.method')}
        description={t('order.methodHint')}
        value={method}
        onChange={({ currentTarget }) => setMethod(currentTarget.value)}
      />
      <NumberField
        label={t('order.amount', { currency: currencyCode })}
        required
        min={1 / unit}
        max={open / unit}
        currency={currencyCode}
        value={amount}
        onChange={setAmount}
      />
      <Select
        label={t('order.paymentState')}
        data={states.map(value => ({ value, label: t(`order.received${value}`) }))}
        value={state}
        onChange={value => setState(value as (typeof states)[number])}
        allowDeselect={false}
      />
      <ErrorAlert error={error} />
    </Dialog>
  );
};
