/** A number field for each item of an order, for deliveries and returns. */
import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { textOf } from '../api/Resource';
import { itemsOf } from '../lines/PricedLines';
import { NumberField } from '../numbers/NumberField';
import type { Order } from './Order';

/** Quantities by the id of the item; undefined while a field has no valid number. */
export type Quantities = Readonly<Record<string, number | undefined>>;

interface QuantityFieldsProps {
  readonly order: Order;
  readonly quantities: Quantities;
  /** The maximum for each item. */
  readonly most: Quantities;
  readonly onChange: (quantities: Quantities) => void;
}

export const QuantityFields = ({ order, quantities, most, onChange }: QuantityFieldsProps) => {
  const { i18n } = useTranslation();
  return (
    <Stack gap="xs">
      {itemsOf(order).map(({ id, name, quantity, variant }) => (
        <NumberField
          key={id}
          label={`${textOf(name, i18n.language) ?? variant?.sku ?? id} (${quantity})`}
          min={0}
          max={most[id]}
          value={quantities[id]}
          onChange={value => onChange({ ...quantities, [id]: value })}
        />
      ))}
    </Stack>
  );
};

/** Returns the items with a quantity, in the form of update actions. */
export const chosenItems = (quantities: Quantities): readonly { readonly id: string; readonly quantity: number }[] =>
  Object.entries(quantities).flatMap(([id, quantity = 0]) => (quantity > 0 ? [{ id, quantity }] : []));

/** Returns the remaining quantity of each item after earlier deliveries or returns. */
export const leftOf = (order: Order, used: readonly UsedItem[]): Quantities =>
  Object.fromEntries(
    itemsOf(order).map(({ id, quantity }) => [
      id,
      Math.max(0, quantity - used.reduce((sum, each) => sum + (each.id === id ? each.quantity : 0), 0)),
    ]),
  );

interface UsedItem {
  readonly id: string | undefined;
  readonly quantity: number;
}

export const deliveredItems = (order: Order): readonly UsedItem[] =>
  (order.shippingInfo?.deliveries ?? []).flatMap(({ items }) => items);

export const returnedItems = (order: Order): readonly UsedItem[] =>
  (order.returnInfo ?? []).flatMap(({ items }) =>
    items.map(({ lineItemId, customLineItemId, quantity }) => ({ id: lineItemId ?? customLineItemId, quantity })),
  );
