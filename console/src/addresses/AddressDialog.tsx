/** Changes an address of a cart, an order or a channel. Members without a field stay as they are. */
import { SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../changes/useChange';
import { Dialog } from '../changes/Dialog';
import { useWords } from '../words/useWords';
import type { Resource } from '../api/Resource';

/** In the order in which people write them. */
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
  /** `carts`, `orders` or `channels` */
  readonly path: string;
  readonly resource: Resource;
  readonly member: keyof typeof actions;
  readonly onClose: () => void;
}

export const AddressDialog = ({ path, resource, member, onClose }: AddressDialogProps) => {
  const { t } = useTranslation();
  const words = useWords();
  const change = useChange({ path }, resource);
  const [address, setAddress] = useState<Readonly<Record<string, unknown>>>(
    () => (resource[member] as Record<string, unknown> | undefined) ?? {},
  );
  const filled = Object.fromEntries(Object.entries(address).filter(([, value]) => value !== ''));
  return (
    <Dialog
      title={t(member === 'address' ? 'setup.address' : `order.${member}`)}
      submitText={t('order.save')}
      change={change}
      resource={resource}
      missing={typeof filled.country === 'string' ? undefined : t('reason.empty', { field: t('order.country') })}
      onSubmit={() => change.apply([{ action: actions[member], address: filled }], onClose)}
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
