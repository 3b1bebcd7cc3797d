/** Records a refund of a payment: proposes the cost of the returned items, and accepts at most the paid amount. */
import { Checkbox, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../changes/Dialog';
import { useChange } from '../changes/useChange';
import { NumberField } from '../numbers/NumberField';
import { formatMoney } from '../values/format';
import { itemText } from './itemText';
import { type Payment, refundable } from '../payments/Payment';
import type { Order } from './Order';
import { type RefundedItem, refundDue } from './refundDue';

interface RefundDialogProps {
  readonly order: Order;
  /** The payments that can be refunded at least in part. */
  readonly payments: readonly [Payment, ...Payment[]];
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

const methodOf = ({ paymentMethodInfo }: Payment): string =>
  paymentMethodInfo?.method ?? paymentMethodInfo?.paymentInterface ?? '';

interface PaymentSelectProps extends Pick<RefundDialogProps, 'payments'> {
  readonly value: Payment;
  readonly onChange: (payment: Payment) => void;
}

const PaymentSelect = ({ payments, value, onChange }: PaymentSelectProps) => {
  const { t, i18n } = useTranslation();
  const labelOf = (payment: Payment): string =>
    [methodOf(payment), formatMoney({ ...payment.amountPlanned, centAmount: refundable(payment) }, i18n.language)]
      .filter(text => text !== '')
      .join(', ');
  return (
    <Select
      label={t('order.refundOf')}
      data={payments.map(payment => ({ value: payment.id, label: labelOf(payment) }))}
      value={value.id}
      onChange={id => onChange(payments.find(each => each.id === id) ?? value)}
      allowDeselect={false}
    />
  );
};

/** Records a refund, and marks the refunded items. */
const useRefund = ({ order, onClose, onSaved }: RefundDialogProps, payment: Payment) => {
  const refund = useChange({ path: 'payments' }, payment);
  const marking = useChange({ path: 'orders' }, order);
  const [isRefunded, setIsRefunded] = useState(false);
  const close = (): void => {
    if (isRefunded) onSaved();
    onClose();
  };
  const end = (): void => {
    onSaved();
    onClose();
  };
  const mark = (ids: readonly string[]): void =>
    ids.length === 0
      ? end()
      : marking.apply(
          ids.map(returnItemId => ({ action: 'setReturnPaymentState', returnItemId, paymentState: 'Refunded' })),
          end,
        );
  const record = (centAmount: number, ids: readonly string[]): void => {
    // If only the change of the order failed, the recorded refund is not recorded again.
    if (isRefunded) return mark(ids);
    const amount = { currencyCode: payment.amountPlanned.currencyCode, centAmount };
    const transaction = { type: 'Refund', state: 'Initial', amount, timestamp: new Date().toISOString() };
    refund.apply([{ action: 'addTransaction', transaction }], () => {
      setIsRefunded(true);
      mark(ids);
    });
  };
  const shown = isRefunded ? { change: marking, resource: order } : { change: refund, resource: payment };
  return { record, close, ...shown };
};

interface ItemChoiceProps {
  readonly order: Order;
  readonly due: readonly RefundedItem[];
  readonly chosen: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  readonly moneyText: (centAmount: number) => string;
}

/** The choice of the returned items to refund. */
const ItemChoice = ({ order, due, chosen, onChange, moneyText }: ItemChoiceProps) => {
  const { t, i18n } = useTranslation();
  if (due.length === 0) return null;
  return (
    <Checkbox.Group label={t('order.refundFor')} value={[...chosen]} onChange={onChange}>
      {due.map(({ item, centAmount }) => (
        <Checkbox
          key={item.id}
          mt={4}
          value={item.id}
          label={t('order.returnedItem', {
            item: itemText(order, item.lineItemId ?? item.customLineItemId, item.quantity, i18n.language),
            cost: moneyText(centAmount),
          })}
        />
      ))}
    </Checkbox.Group>
  );
};

export const RefundDialog = (props: RefundDialogProps) => {
  const { order, payments } = props;
  const { t, i18n } = useTranslation();
  const [due] = useState(() => refundDue(order));
  const [payment, setPayment] = useState<Payment>(payments[0]);
  const [chosen, setChosen] = useState<readonly string[]>(due.map(({ item }) => item.id));
  const { record, close, change, resource } = useRefund(props, payment);
  const { currencyCode, fractionDigits = 2 } = payment.amountPlanned;
  const unit = 10 ** fractionDigits;
  const moneyText = (centAmount: number): string =>
    formatMoney({ currencyCode, centAmount, fractionDigits }, i18n.language);
  /** Returns the proposed amount: the cost of the chosen items, or without any the whole paid amount. */
  const proposal = (of: Payment, ids: readonly string[]): number => {
    const cost = due.reduce((sum, { item, centAmount }) => (ids.includes(item.id) ? sum + centAmount : sum), 0);
    return Math.min(ids.length === 0 ? refundable(of) : cost, refundable(of)) / unit;
  };
  const [amount, setAmount] = useState<number | undefined>(() => proposal(payment, chosen));
  const choose = (of: Payment, ids: readonly string[]): void => {
    setPayment(of);
    setChosen(ids);
    setAmount(proposal(of, ids));
  };
  return (
    <Dialog
      title={t('order.refund')}
      hint={t('order.refundHint', { charged: moneyText(refundable(payment)) })}
      submitText={t('order.refund')}
      change={change}
      resource={resource}
      onSubmit={() => record(Math.round((amount ?? 0) * unit), chosen)}
      onClose={close}
    >
      {payments.length > 1 && (
        <PaymentSelect payments={payments} value={payment} onChange={next => choose(next, chosen)} />
      )}
      <ItemChoice
        order={order}
        due={due}
        chosen={chosen}
        onChange={ids => choose(payment, ids)}
        moneyText={moneyText}
      />
      <NumberField
        label={t('order.amount', { currency: currencyCode })}
        required
        min={1 / unit}
        max={refundable(payment) / unit}
        currency={currencyCode}
        value={amount}
        onChange={setAmount}
        data-autofocus
      />
    </Dialog>
  );
};
