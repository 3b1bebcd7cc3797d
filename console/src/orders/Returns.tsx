/** The returned items of an order, with the next step of each. */
import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ChangeAlert } from '../changes/ChangeAlert';
import { useChange } from '../changes/useChange';
import { useAllowed } from '../session/useAllowed';
import { StateBadge } from '../values/StateBadge';
import { itemText } from './itemText';
import type { Order, ReturnInfo } from './Order';

type ReturnItem = ReturnInfo['items'][number];

interface StepsProps {
  readonly item: ReturnItem;
  readonly isSaving: boolean;
  readonly onStep: (action: { readonly action: string; readonly [member: string]: unknown }) => void;
}

/** The next step of a returned item: an announced item arrives, and an arrived one is refunded. */
const Steps = ({ item, isSaving, onStep }: StepsProps) => {
  const { t } = useTranslation();
  const { id, shipmentState, paymentState } = item;
  if (shipmentState === 'Advised')
    return (
      <Button
        variant="default"
        size="compact-sm"
        loading={isSaving}
        onClick={() => onStep({ action: 'setReturnShipmentState', returnItemId: id, shipmentState: 'Returned' })}
      >
        {t('order.received')}
      </Button>
    );
  // The API only refunds items that had arrived when their return was recorded.
  if (paymentState !== 'Initial') return null;
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={isSaving}
      onClick={() => onStep({ action: 'setReturnPaymentState', returnItemId: id, paymentState: 'Refunded' })}
    >
      {t('order.refunded')}
    </Button>
  );
};

export const Returns = ({ order }: { readonly order: Order }) => {
  const { t, i18n } = useTranslation();
  const isAllowed = useAllowed();
  const change = useChange({ path: 'orders' }, order);
  const items = (order.returnInfo ?? []).flatMap(each => each.items);
  if (items.length === 0) return <Text size="sm">{t('order.noReturns')}</Text>;
  return (
    <Stack>
      <Table className="stacked">
        <Table.Tbody>
          {items.map(item => (
            <Table.Tr key={item.id}>
              <Table.Td>
                {itemText(order, item.lineItemId ?? item.customLineItemId, item.quantity, i18n.language)}
              </Table.Td>
              <Table.Td>
                <Group gap="xs">
                  <StateBadge member="shipmentState" value={item.shipmentState} />
                  <StateBadge member="paymentState" value={item.paymentState} />
                </Group>
              </Table.Td>
              <Table.Td>{item.comment}</Table.Td>
              {isAllowed('POST', '/orders/{id}') && (
                <Table.Td ta="right">
                  <Steps item={item} isSaving={change.isSaving} onStep={action => change.apply([action])} />
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {!change.isSaved && <ChangeAlert change={change} resource={order} />}
    </Stack>
  );
};
