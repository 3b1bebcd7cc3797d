/** One customer: who it is, addresses, and what support does most often. */
import { Badge, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../layout/Section';
import type { Resource } from '../api/Resource';
import { useAllowed } from '../session/useAllowed';
import { AddressText } from '../addresses/AddressText';
import { ValueView } from '../values/ValueView';
import type { Customer } from './Customer';
import { EraseDialog } from './EraseDialog';
import { NewCartButton } from './NewCartButton';
import { TokenDialog } from './TokenDialog';
import { WithReason } from '../layout/WithReason';

const personalMembers = [
  'customerNumber',
  'email',
  'firstName',
  'lastName',
  'companyName',
  'dateOfBirth',
  'locale',
  'customerGroup',
  'stores',
] as const;

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const Addresses = ({ customer }: { readonly customer: Customer }) => {
  const { t } = useTranslation();
  if (customer.addresses.length === 0) return <AddressText address={undefined} />;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {customer.addresses.map(address => (
        <div key={address.id}>
          <AddressText address={address} />
          <Group gap={4}>
            {address.id !== undefined && address.id === customer.defaultShippingAddressId && (
              <Badge variant="default">{t('customer.defaultShipping')}</Badge>
            )}
            {address.id !== undefined && address.id === customer.defaultBillingAddressId && (
              <Badge variant="default">{t('customer.defaultBilling')}</Badge>
            )}
          </Group>
        </div>
      ))}
    </SimpleGrid>
  );
};

type DialogName = 'password' | 'email' | 'erase';

interface CustomerActionsProps {
  readonly customer: Customer;
  readonly onOpen: (dialog: DialogName) => void;
}

const CustomerActions = ({ customer, onOpen }: CustomerActionsProps) => {
  const { t } = useTranslation();
  const isAllowed = useAllowed();
  return (
    <Group gap="xs">
      {isAllowed('POST', '/carts') && <NewCartButton customerId={customer.id} />}
      {isAllowed('POST', '/customers/password-token') && (
        <Button variant="default" onClick={() => onOpen('password')}>
          {t('customer.passwordToken')}
        </Button>
      )}
      {isAllowed('POST', '/customers/email-token') && (
        <WithReason reason={customer.isEmailVerified === true ? t('reason.isVerified') : undefined}>
          <Button variant="default" onClick={() => onOpen('email')}>
            {t('customer.emailToken')}
          </Button>
        </WithReason>
      )}
      {isAllowed('DELETE', '/customers/{id}') && (
        <Button color="red.9" onClick={() => onOpen('erase')}>
          {t('customer.erase')}
        </Button>
      )}
    </Group>
  );
};

const CustomerOverview = ({ resource }: { readonly resource: Resource }) => {
  const { t } = useTranslation();
  const customer = resource as Customer;
  const [opened, setOpened] = useState<DialogName>();
  const onClose = (): void => setOpened(undefined);
  const personal = Object.fromEntries(
    personalMembers.map(name => [name, customer[name]] as const).filter(([, value]) => !isEmpty(value)),
  );
  return (
    <Stack>
      <CustomerActions customer={customer} onOpen={setOpened} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Section title={t('customer.person')}>
          <Stack gap="xs">
            <ValueView value={personal} />
            <Text size="sm">{t(customer.isEmailVerified === true ? 'customer.verified' : 'customer.unverified')}</Text>
          </Stack>
        </Section>
        <Section title={t('customer.addresses')}>
          <Addresses customer={customer} />
        </Section>
        {customer.custom !== undefined && (
          <Section title={t('order.customFields')}>
            <ValueView value={customer.custom} />
          </Section>
        )}
      </SimpleGrid>
      {opened === 'erase' && <EraseDialog customer={customer} onClose={onClose} />}
      {(opened === 'password' || opened === 'email') && (
        <TokenDialog key={opened} kind={opened} customer={customer} onClose={onClose} />
      )}
    </Stack>
  );
};

export default CustomerOverview;
