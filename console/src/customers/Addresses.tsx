/** The addresses of a customer: the defaults among them, and the actions for each. */
import { Badge, Button, Group, Menu, SimpleGrid, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressDialog } from '../addresses/AddressDialog';
import { AddressText } from '../addresses/AddressText';
import { ChangeAlert } from '../changes/ChangeAlert';
import { type UpdateAction, useChange } from '../changes/useChange';
import { useAllowed } from '../session/useAllowed';
import type { Customer } from './Customer';

const defaults = {
  defaultShipping: 'defaultShippingAddressId',
  defaultBilling: 'defaultBillingAddressId',
} as const;

interface AddressMenuProps {
  readonly customer: Customer;
  readonly id: string;
  readonly isSaving: boolean;
  readonly onEdit: () => void;
  readonly onApply: (action: UpdateAction) => void;
}

const AddressMenu = ({ customer, id, isSaving, onEdit, onApply }: AddressMenuProps) => {
  const { t } = useTranslation();
  return (
    <Menu>
      <Menu.Target>
        <Button size="compact-xs" variant="default" loading={isSaving}>
          {t('detail.change')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onEdit}>{t('customer.editAddress')}</Menu.Item>
        {customer.defaultShippingAddressId !== id && (
          <Menu.Item onClick={() => onApply({ action: 'setDefaultShippingAddress', addressId: id })}>
            {t('customer.defaultShipping')}
          </Menu.Item>
        )}
        {customer.defaultBillingAddressId !== id && (
          <Menu.Item onClick={() => onApply({ action: 'setDefaultBillingAddress', addressId: id })}>
            {t('customer.defaultBilling')}
          </Menu.Item>
        )}
        <Menu.Item onClick={() => onApply({ action: 'removeAddress', addressId: id })}>
          {t('customer.removeAddress')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};

export const Addresses = ({ customer }: { readonly customer: Customer }) => {
  const { t } = useTranslation();
  const mayChange = useAllowed()('POST', '/customers/{id}');
  const change = useChange({ path: 'customers' }, customer);
  // The value is `new`, or the id of the address.
  const [edited, setEdited] = useState<string>();
  return (
    <Stack gap="xs" align="start">
      <SimpleGrid cols={{ base: 1, sm: 2, md: 1, lg: 2 }} spacing="xs" w="100%">
        {customer.addresses.map(({ id = '', ...address }) => (
          <div key={id}>
            <AddressText address={address} />
            <Group gap={4}>
              {(Object.keys(defaults) as (keyof typeof defaults)[]).map(
                name =>
                  customer[defaults[name]] === id && (
                    <Badge key={name} variant="default">
                      {t(`customer.${name}`)}
                    </Badge>
                  ),
              )}
              {mayChange && (
                <AddressMenu
                  customer={customer}
                  id={id}
                  isSaving={change.isSaving}
                  onEdit={() => setEdited(id)}
                  onApply={action => change.apply([action])}
                />
              )}
            </Group>
          </div>
        ))}
      </SimpleGrid>
      {customer.addresses.length === 0 && <AddressText address={undefined} />}
      {mayChange && (
        <Button size="compact-sm" variant="default" onClick={() => setEdited('new')}>
          {t('customer.addAddress')}
        </Button>
      )}
      {!change.isSaved && <ChangeAlert change={change} resource={customer} />}
      {edited !== undefined && (
        <AddressDialog
          path="customers"
          resource={customer}
          member="addresses"
          addressId={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Stack>
  );
};
