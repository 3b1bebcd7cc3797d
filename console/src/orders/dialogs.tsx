/** The windows of the common changes of an order. */
import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../changes/useChange';
import { useEnum } from '../resources/useSchema';
import { useWords } from '../words/useWords';
import { Dialog } from '../changes/Dialog';
import { Effects } from './Effects';
import type { Order } from './Order';
import { stateActions, type StateChanges, type StateMember, workflowStep } from './orderStates';
import type { StepDialogProps } from './stepDialogs';
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

/** Returns the states that differ from those of the order. */
const changedOf = (order: Order, chosen: StateChanges): StateChanges =>
  Object.fromEntries(Object.entries(chosen).filter(([member, value]) => value !== order[member]));

export const StatesDialog = ({ order, states, payments, onClose }: StepDialogProps) => {
  const { t } = useTranslation();
  const change = useChange(orders, order);
  const [chosen, setChosen] = useState<StateChanges>({});
  const changes = changedOf(order, chosen);
  const step = workflowStep(order, states, changes);
  const isUnchanged = Object.keys(changes).length === 0;
  return (
    <Dialog
      title={t('order.changeStates')}
      submitText={t('order.save')}
      change={change}
      resource={order}
      missing={isUnchanged ? t('reason.unchanged') : undefined}
      onSubmit={() => change.apply(stateActions(order, changes, step), onClose)}
      onClose={onClose}
    >
      {(Object.keys(stateMembers) as StateMember[]).map(member => (
        <StateSelect
          key={member}
          member={member}
          value={chosen[member] ?? order[member] ?? null}
          onChange={value => value !== null && setChosen({ ...chosen, [member]: value })}
        />
      ))}
      {!isUnchanged && <Effects order={order} states={states} payments={payments} changes={changes} step={step} />}
    </Dialog>
  );
};

export const DeliveryDialog = ({ order, states, payments, onClose }: StepDialogProps) => {
  const { t } = useTranslation();
  const change = useChange(orders, order);
  const delivered = deliveredItems(order);
  const most = leftOf(order, delivered);
  const [quantities, setQuantities] = useState(most);
  const [carrier, setCarrier] = useState('');
  const [trackingId, setTrackingId] = useState('');
  const [chosenStates, setChosenStates] = useState<StateChanges>({});
  const items = chosenItems(quantities);
  const left = leftOf(order, [...delivered, ...items]);
  const isWhole = Object.values(left).every(quantity => quantity === 0);
  const shown = { shipmentState: isWhole ? 'Shipped' : 'Partial', orderState: order.orderState, ...chosenStates };
  const changes = changedOf(order, shown);
  // The workflow follows the shipment, unless the person also changes the state of the order.
  const step = workflowStep(order, states, changes);
  const trackingData = { ...(carrier !== '' && { carrier }), ...(trackingId !== '' && { trackingId }) };
  const parcels = Object.keys(trackingData).length > 0 ? [{ trackingData }] : [];
  return (
    <Dialog
      title={t('order.addDelivery')}
      submitText={t('order.addDelivery')}
      change={change}
      resource={order}
      missing={items.length === 0 ? t('reason.noQuantity') : undefined}
      onSubmit={() =>
        change.apply([{ action: 'addDelivery', items, parcels }, ...stateActions(order, changes, step)], onClose)
      }
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
          value={shown[member]}
          onChange={value => value !== null && setChosenStates({ ...chosenStates, [member]: value })}
        />
      ))}
      <Effects order={order} states={states} payments={payments} changes={changes} step={step} />
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
