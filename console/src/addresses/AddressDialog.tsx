/** Changes or adds an address of a cart, order, channel or customer. Members without a field stay as they are. */
import { SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type UpdateAction, useChange } from '../changes/useChange';
import { Dialog } from '../changes/Dialog';
import { useWords } from '../words/useWords';
import type { Resource } from '../api/Resource';

/** The fields in the order in which people write them. */
const fields = [
  'salutation',
  'title',
  'firstName',
  'lastName',
  'company',
  'department',
  'streetName',
  'streetNumber',
  'additionalStreetInfo',
  'building',
  'apartment',
  'pOBox',
  'postalCode',
  'city',
  'region',
  'state',
  'country',
  'additionalAddressInfo',
  'email',
  'phone',
  'mobile',
  'fax',
] as const;

const actions = {
  shippingAddress: 'setShippingAddress',
  billingAddress: 'setBillingAddress',
  address: 'setAddress',
} as const;

interface AddressDialogProps {
  /** The path of the type: `carts`, `orders`, `channels` or `customers`. */
  readonly path: string;
  readonly resource: Resource;
  readonly member: keyof typeof actions | 'addresses';
  /** The id of an address in `addresses`; absent for a new one. */
  readonly addressId?: string | undefined;
  readonly onClose: () => void;
}

const titles: Readonly<Partial<Record<AddressDialogProps['member'], string>>> = {
  address: 'setup.address',
  addresses: 'customer.address',
};

const addressOf = ({ resource, member, addressId }: AddressDialogProps): Readonly<Record<string, unknown>> => {
  const value = resource[member] as Readonly<Record<string, unknown>> | readonly { readonly id?: string }[] | undefined;
  const found = Array.isArray(value) ? value.find(({ id }) => id === addressId) : value;
  return (found as Readonly<Record<string, unknown>> | undefined) ?? {};
};

const actionOf = ({ member, addressId }: AddressDialogProps, address: object): UpdateAction => {
  if (member !== 'addresses') return { action: actions[member], address };
  return addressId === undefined ? { action: 'addAddress', address } : { action: 'changeAddress', addressId, address };
};

export const AddressDialog = (props: AddressDialogProps) => {
  const { path, resource, member, onClose } = props;
  const { t } = useTranslation();
  const words = useWords();
  const change = useChange({ path }, resource);
  const [address, setAddress] = useState(() => addressOf(props));
  const filled = Object.fromEntries(Object.entries(address).filter(([, value]) => value !== ''));
  return (
    <Dialog
      title={t(titles[member] ?? `order.${member}`)}
      submitText={t('order.save')}
      change={change}
      resource={resource}
      missing={typeof filled.country === 'string' ? undefined : t('reason.empty', { field: t('order.country') })}
      onSubmit={() => change.apply([actionOf(props, filled)], onClose)}
      onClose={onClose}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {fields.map(field => (
          <TextInput
            key={field}
            label={field === 'country' ? t('order.country') : words.member(field, 'Address')}
            required={field === 'country'}
            value={(address[field] as string | undefined) ?? ''}
            onChange={event => setAddress({ ...address, [field]: event.currentTarget.value })}
          />
        ))}
      </SimpleGrid>
    </Dialog>
  );
};
