/** The windows of the common changes of an order. */
import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type UpdateAction, useChange } from '../changes/useChange';
import { useEnum } from '../resources/useSchema';
import { useWords } from '../words/useWords';
import { Dialog } from '../changes/Dialog';
import type { Order } from './Order';
import { chosenItems, deliveredItems, leftOf, type Quantities, QuantityFields, returnedItems } from './QuantityFields';

export interface OrderDialogProps {
  readonly order: Order;
  readonly onClose: () => void;
}

const orders = { path: 'orders' } as const;

const stateMembers = {
  orderState: 'OrderState',
  shipmentState: 'ShipmentState',
  paymentState: 'PaymentState',
} as const;
type StateMember = keyof typeof stateMembers;

/** `changeOrderState` for `orderState`. */
const actionOf = (member: StateMember): string => `change${member.charAt(0).toUpperCase()}${member.slice(1)}`;

interface StateSelectProps {
  readonly member: StateMember;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

const StateSelect = ({ member, value, onChange }: StateSelectProps) => {
  const { t } = useTranslation();
  const words = useWords();
  const values = useEnum(stateMembers[member]).map(each => ({ value: each, label: words.enumValue(member, each) }));
  return <Select label={t(`order.${member}`)} data={values} value={value} onChange={onChange} allowDeselect={false} />;
};

export const StatesDialog = ({ order, onClose }: OrderDialogProps) => {
  const { t } = useTranslation();
  const change = useChange(orders, order);
  const [states, setStates] = useState<Readonly<Partial<Record<StateMember, string>>>>({});
  const actions = Object.entries(states).flatMap(([member, value]): UpdateAction[] =>
    value === order[member] ? [] : [{ action: actionOf(member as StateMember), [member]: value }],
  );
  return (
    <Dialog
      title={t('order.changeStates')}
      submitText={t('order.save')}
      change={change}
      resource={order}
      missing={actions.length === 0 ? t('reason.unchanged') : undefined}
      onSubmit={() => change.apply(actions, onClose)}
      onClose={onClose}
    >
      {(Object.keys(stateMembers) as StateMember[]).map(member => (
        <StateSelect
          key={member}
          member={member}
          value={states[member] ?? order[member] ?? null}
          onChange={value => value !== null && setStates({ ...states, [member]: value })}
        />
      ))}
    </Dialog>
  );
};

export const CancelDialog = ({ order, onClose }: OrderDialogProps) => {
  const { t } = useTranslation();
  const change = useChange(orders, order);
  return (
    <Dialog
      title={t('order.cancel')}
      hint={t('order.cancelHint')}
      submitText={t('order.cancel')}
      change={change}
      resource={order}
      onSubmit={() => change.apply([{ action: 'changeOrderState', orderState: 'Cancelled' }], onClose)}
      onClose={onClose}
    />
  );
};

export const DeliveryDialog = ({ order, onClose }: OrderDialogProps) => {
  const { t } = useTranslation();
  const change = useChange(orders, order);
  const delivered = deliveredItems(order);
  const most = leftOf(order, delivered);
  const [quantities, setQuantities] = useState(most);
  const [carrier, setCarrier] = useState('');
  const [trackingId, setTrackingId] = useState('');
  const [chosenStates, setChosenStates] = useState<Readonly<Partial<Record<StateMember, string>>>>({});
  const items = chosenItems(quantities);
  const left = leftOf(order, [...delivered, ...items]);
  const isWhole = Object.values(left).every(quantity => quantity === 0);
  const states = { shipmentState: isWhole ? 'Shipped' : 'Partial', orderState: order.orderState, ...chosenStates };
  const stateActions = Object.entries(states).flatMap(([member, value]): UpdateAction[] =>
    value === order[member] ? [] : [{ action: actionOf(member as StateMember), [member]: value }],
  );
  const trackingData = { ...(carrier !== '' && { carrier }), ...(trackingId !== '' && { trackingId }) };
  const parcels = Object.keys(trackingData).length > 0 ? [{ trackingData }] : [];
  return (
    <Dialog
      title={t('order.addDelivery')}
      submitText={t('order.addDelivery')}
      change={change}
      resource={order}
      missing={items.length === 0 ? t('reason.noQuantity') : undefined}
      onSubmit={() => change.apply([{ action: 'addDelivery', items, parcels }, ...stateActions], onClose)}
      onClose={onClose}
    >
      <QuantityFields order={order} quantities={quantities} most={most} onChange={setQuantities} />
      <TextInput
        data-autofocus
        label={t('order.carrier')}
        value={carrier}
        onChange={event => setCarrier(event.currentTarget.value)}
      />
      <TextInput
        label={t('order.trackingId')}
        value={trackingId}
        onChange={event => setTrackingId(event.currentTarget.value)}
      />
      {(['shipmentState', 'orderState'] as const).map(member => (
        <StateSelect
          key={member}
          member={member}
          value={states[member]}
          onChange={value => value !== null && setChosenStates({ ...chosenStates, [member]: value })}
        />
      ))}
    </Dialog>
  );
};

export const ReturnDialog = ({ order, onClose }: OrderDialogProps) => {
  const { t } = useTranslation();
  const change = useChange(orders, order);
  const most = leftOf(order, returnedItems(order));
  const [quantities, setQuantities] = useState<Quantities>(() =>
    Object.fromEntries(Object.keys(most).map(id => [id, 0])),
  );
  const [comment, setComment] = useState('');
  const [hasArrived, setHasArrived] = useState<string | null>('Returned');
  const custom = new Set((order.customLineItems ?? []).map(({ id }) => id));
  const items = chosenItems(quantities).map(({ id, quantity }) => ({
    [custom.has(id) ? 'customLineItemId' : 'lineItemId']: id,
    quantity,
    shipmentState: hasArrived,
    ...(comment !== '' && { comment }),
  }));
  return (
    <Dialog
      title={t('order.addReturn')}
      submitText={t('order.addReturn')}
      change={change}
      resource={order}
      missing={items.length === 0 ? t('reason.noQuantity') : undefined}
      onSubmit={() => change.apply([{ action: 'addReturnInfo', items }], onClose)}
      onClose={onClose}
    >
      <QuantityFields order={order} quantities={quantities} most={most} onChange={setQuantities} />
      <Select
        label={t('order.returnState')}
        data={[
          { value: 'Advised', label: t('order.advised') },
          { value: 'Returned', label: t('order.returned') },
        ]}
        value={hasArrived}
        onChange={setHasArrived}
        allowDeselect={false}
      />
      <TextInput label={t('order.comment')} value={comment} onChange={event => setComment(event.currentTarget.value)} />
    </Dialog>
  );
};
