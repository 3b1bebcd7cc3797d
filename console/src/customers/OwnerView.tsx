import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ReferenceLink } from '../values/ReferenceLink';

interface Owner {
  readonly customerId?: string;
  readonly customerEmail?: string;
}

/** The customer of a cart or an order, as a link; the email if the customer has no account. */
export const OwnerView = ({ owner: { customerId, customerEmail } }: { readonly owner: Owner }) => {
  const { t } = useTranslation();
  if (customerId !== undefined) return <ReferenceLink reference={{ typeId: 'customer', id: customerId }} />;
  return (
    <Text size="sm">
      {customerEmail === undefined ? t('cart.anonymous') : `${t('cart.anonymous')} ${customerEmail}`}
    </Text>
  );
};
