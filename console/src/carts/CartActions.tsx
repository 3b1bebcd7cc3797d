/** Buttons for the common changes of a cart. All others have a form in the tab of changes. */
import { Button, Group, Menu } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllowed } from '../session/useAllowed';
import { AddressDialog } from '../addresses/AddressDialog';
import type { Cart } from './Cart';
import { CreateOrderDialog } from './CreateOrderDialog';
import { AddItemDialog, CodeDialog, RecalculateDialog } from './itemDialogs';
import { ShippingMethodDialog } from './ShippingMethodDialog';

const buttons = ['addItem', 'addCode', 'shippingMethod', 'recalculate'] as const;
const addresses = ['shippingAddress', 'billingAddress'] as const;

type DialogName = (typeof buttons)[number] | (typeof addresses)[number] | 'createOrder';

export const CartActions = ({ cart }: { readonly cart: Cart }) => {
  const { t } = useTranslation();
  const isAllowed = useAllowed();
  const [opened, setOpened] = useState<DialogName>();
  const onClose = (): void => setOpened(undefined);
  const props = { cart, onClose };
  const addressDialog = (member: (typeof addresses)[number]) => (
    <AddressDialog path="carts" resource={cart} member={member} onClose={onClose} />
  );
  const dialogs: Readonly<Record<DialogName, () => ReactNode>> = {
    addItem: () => <AddItemDialog {...props} />,
    addCode: () => <CodeDialog {...props} />,
    shippingMethod: () => <ShippingMethodDialog {...props} />,
    recalculate: () => <RecalculateDialog {...props} />,
    shippingAddress: () => addressDialog('shippingAddress'),
    billingAddress: () => addressDialog('billingAddress'),
    createOrder: () => <CreateOrderDialog {...props} />,
  };
  return (
    <Group gap="xs">
      {buttons.map(name => (
        <Button key={name} variant="default" onClick={() => setOpened(name)}>
          {t(`cart.${name}`)}
        </Button>
      ))}
      <Menu>
        <Menu.Target>
          <Button variant="default">{t('order.changeAddress')}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {addresses.map(member => (
            <Menu.Item key={member} onClick={() => setOpened(member)}>
              {t(`order.${member}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {isAllowed('POST', '/orders') && (
        <Button onClick={() => setOpened('createOrder')}>{t('cart.createOrder')}</Button>
      )}
      {opened !== undefined && dialogs[opened]()}
    </Group>
  );
};
