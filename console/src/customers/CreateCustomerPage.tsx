/** A new customer with the usual data of a phone call: email, name and one address. */
import { Button, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ErrorAlert } from '../layout/LoadError';
import { CreateTitle } from '../layout/CreateTitle';
import { Section } from '../layout/Section';
import { useCreateResource } from '../resources/useResource';
import { useProject } from '../session/useProject';
import { useProjectKey } from '../session/useProjectKey';
import { useWords } from '../words/useWords';
import type { Customer } from './Customer';

const personMembers = ['email', 'firstName', 'lastName', 'companyName'] as const;
const addressMembers = [
  'streetName',
  'streetNumber',
  'additionalStreetInfo',
  'postalCode',
  'city',
  'country',
  'phone',
] as const;

type Texts = Readonly<Partial<Record<string, string>>>;

const filled = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined && text.trim() !== ''));

/** Returns the draft. The address is the default for shipping and billing. A country alone is no address. */
const draftOf = (person: Texts, address: Texts): object => {
  const { country, ...lines } = filled(address);
  const { email, ...names } = filled(person);
  const hasAddress = Object.keys(lines).length > 0;
  const addresses = [{ ...lines, country, firstName: names.firstName, lastName: names.lastName }];
  return {
    email,
    ...names,
    // The password is stored nowhere: the customer sets another one with a token.
    password: crypto.randomUUID(),
    ...(hasAddress && { addresses, defaultShippingAddress: 0, defaultBillingAddress: 0 }),
  };
};

const CreateCustomerPage = () => {
  const { t } = useTranslation();
  const words = useWords();
  const projectKey = useProjectKey();
  const navigate = useNavigate();
  const [firstCountry = ''] = useProject().countries;
  const [person, setPerson] = useState<Texts>({});
  const [address, setAddress] = useState<Texts>({});
  const { mutate, error, isPending } = useCreateResource<Customer>('customers');
  const create = (event: FormEvent): void => {
    event.preventDefault();
    mutate(draftOf(person, { country: firstCountry, ...address }), {
      onSuccess: ({ id }) => void navigate(`/${projectKey}/customers/${id}`),
    });
  };
  return (
    <Stack maw={820} component="form" onSubmit={create}>
      <CreateTitle>{t('customer.create')}</CreateTitle>
      <Section title={t('customer.person')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {personMembers.map(name => (
            <TextInput
              key={name}
              label={words.member(name, 'Customer')}
              type={name === 'email' ? 'email' : undefined}
              required={name === 'email'}
              value={person[name] ?? ''}
              onChange={({ currentTarget }) => setPerson({ ...person, [name]: currentTarget.value })}
            />
          ))}
        </SimpleGrid>
        <Text size="sm" c="dimmed" mt="xs">
          {t('customer.passwordLater')}
        </Text>
      </Section>
      <Section title={t('customer.address')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {addressMembers.map(name => (
            <TextInput
              key={name}
              label={name === 'country' ? t('order.country') : words.member(name, 'Address')}
              value={address[name] ?? (name === 'country' ? firstCountry : '')}
              onChange={({ currentTarget }) => setAddress({ ...address, [name]: currentTarget.value })}
            />
          ))}
        </SimpleGrid>
      </Section>
      <ErrorAlert error={error} />
      <Button type="submit" loading={isPending} w="fit-content">
        {t('customer.create')}
      </Button>
    </Stack>
  );
};

export default CreateCustomerPage;
