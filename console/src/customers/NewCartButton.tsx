/** Opens a new cart for the customer, in the first currency of the project. */
import { Button, Menu } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { sendToProject } from '../api/project';
import { errorText } from '../api/errorText';
import type { Resource } from '../api/Resource';
import type { Customer } from './Customer';
import { useProjectKey } from '../session/useProjectKey';

interface ProjectCurrencies {
  readonly currencies: readonly string[];
}

/** Returns the draft with the addresses of the customer, whose country determines prices and taxes. */
const draftOf = (customer: Customer, currency: string): object => {
  const addressOf = (wanted: string | undefined) =>
    customer.addresses.find(({ id }) => id !== undefined && id === wanted);
  const [first] = customer.addresses;
  const shippingAddress = addressOf(customer.defaultShippingAddressId) ?? first;
  const billingAddress = addressOf(customer.defaultBillingAddressId) ?? shippingAddress;
  const addresses = shippingAddress && { shippingAddress, billingAddress, country: shippingAddress.country };
  return { currency, customerId: customer.id, customerEmail: customer.email, ...addresses };
};

export const NewCartButton = ({ customer }: { readonly customer: Customer }) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const navigate = useNavigate();
  const { data } = useQuery({
    queryKey: ['currencies', projectKey],
    queryFn: () => sendToProject<ProjectCurrencies>(projectKey, ''),
  });
  const { mutate, error, isPending } = useMutation({
    mutationFn: (currency: string) =>
      sendToProject<Resource>(projectKey, '/carts', { method: 'POST', body: draftOf(customer, currency) }),
    onSuccess: cart => void navigate(`/${projectKey}/carts/${cart.id}`),
  });
  return (
    <Menu>
      <Menu.Target>
        <Button size="xs" variant="default" loading={isPending}>
          {t('customer.newCart')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(data?.currencies ?? []).map(currency => (
          <Menu.Item key={currency} onClick={() => mutate(currency)}>
            {currency}
          </Menu.Item>
        ))}
        {error !== null && <Menu.Label role="alert">{errorText(error, t)}</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  );
};
