import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LoadedReference } from '../values/LoadedReference';

interface Owner {
  readonly customerId?: string;
  readonly customerEmail?: string;
}

/** The customer of a cart or an order, as a link; the email where the customer has no account. */
export const OwnerView = ({ owner: { customerId, customerEmail } }: { readonly owner: Owner }) => {
  const { t } = useTranslation();
  if (customerId !== undefined)
    return <LoadedReference reference={{ typeId: 'customer', id: customerId }} path="customers" />;
  return (
    <Text size="sm">
      {customerEmail === undefined ? t('cart.anonymous') : `${t('cart.anonymous')} ${customerEmail}`}
    </Text>
  );
};
