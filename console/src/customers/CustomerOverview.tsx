/** One customer on one screen: next steps, purchases, open business, personal data, addresses and notes. */
import { Button, Group, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../layout/Section';
import type { Resource } from '../api/Resource';
import { useAllowed } from '../session/useAllowed';
import { Notes, withoutNotes } from '../notes/Notes';
import { RelatedList } from '../related/RelatedList';
import { ofCustomerPage, ordersOfCustomer, type Relation } from '../related/relations';
import { ValueView } from '../values/ValueView';
import { useWords } from '../words/useWords';
import { Addresses } from './Addresses';
import type { Customer } from './Customer';
import { DetailsDialog } from './DetailsDialog';
import { EraseDialog } from './EraseDialog';
import { GroupDialog } from './GroupDialog';
import { NewCartButton } from './NewCartButton';
import { TokenDialog } from './TokenDialog';
import { WithReason } from '../layout/WithReason';
import { Columns } from '../layout/Columns';

/** Personal members except for the name, which is in the heading. */
const personalMembers = [
  'email',
  'companyName',
  'customerNumber',
  'customerGroup',
  'stores',
  'dateOfBirth',
  'locale',
] as const;

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

type DialogName = 'details' | 'password' | 'email' | 'group' | 'erase';

interface CustomerActionsProps {
  readonly customer: Customer;
  readonly onOpen: (dialog: DialogName) => void;
}

const CustomerActions = ({ customer, onOpen }: CustomerActionsProps) => {
  const { t } = useTranslation();
  const isAllowed = useAllowed();
  return (
    <Group gap="xs">
      {isAllowed('POST', '/carts') && <NewCartButton customer={customer} />}
      {isAllowed('POST', '/customers/{id}') && (
        <>
          <Button size="xs" variant="default" onClick={() => onOpen('details')}>
            {t('customer.changeDetails')}
          </Button>
          <Button size="xs" variant="default" onClick={() => onOpen('group')}>
            {t('customer.changeGroup')}
          </Button>
        </>
      )}
      {isAllowed('POST', '/customers/password-token') && (
        <Button size="xs" variant="default" onClick={() => onOpen('password')}>
          {t('customer.passwordToken')}
        </Button>
      )}
      {isAllowed('POST', '/customers/email-token') && (
        <WithReason reason={customer.isEmailVerified === true ? t('reason.isVerified') : undefined}>
          <Button size="xs" variant="default" onClick={() => onOpen('email')}>
            {t('customer.emailToken')}
          </Button>
        </WithReason>
      )}
      {isAllowed('DELETE', '/customers/{id}') && (
        <Button size="xs" color="red.9" onClick={() => onOpen('erase')}>
          {t('customer.erase')}
        </Button>
      )}
    </Group>
  );
};

const Person = ({ customer }: { readonly customer: Customer }) => {
  const { t } = useTranslation();
  const words = useWords();
  return (
    <>
      <Table variant="vertical" layout="auto" verticalSpacing={4}>
        <Table.Tbody>
          {personalMembers
            .filter(name => !isEmpty(customer[name]))
            .map(name => (
              <Table.Tr key={name}>
                <Table.Th w={150}>{words.member(name, 'Customer')}</Table.Th>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  <ValueView value={customer[name]} member={name} />
                </Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" mt={4}>
        {t(customer.isEmailVerified === true ? 'customer.verified' : 'customer.unverified')}
      </Text>
    </>
  );
};

/** Past purchases and open business: orders with their totals, carts, returns, quotes. */
const Business = ({ id }: { readonly id: string }) => {
  const { t } = useTranslation();
  const isAllowed = useAllowed();
  const isReadable = ({ path }: Relation): boolean => isAllowed('GET', `/${path}`);
  return (
    <Stack gap="xs">
      {isReadable(ordersOfCustomer) && (
        <Section title={t('types.orders')}>
          <RelatedList relation={ordersOfCustomer} id={id} shown={5} />
        </Section>
      )}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xs">
        {ofCustomerPage.filter(isReadable).map(relation => (
          <Section key={relation.title ?? relation.path} title={t(relation.title ?? `types.${relation.path}`)}>
            <RelatedList relation={relation} id={id} shown={2} />
          </Section>
        ))}
      </SimpleGrid>
    </Stack>
  );
};

const CustomerOverview = ({ resource }: { readonly resource: Resource }) => {
  const { t } = useTranslation();
  const customer = resource as Customer;
  const [opened, setOpened] = useState<DialogName>();
  const onClose = (): void => setOpened(undefined);
  const custom = customer.custom === undefined ? undefined : withoutNotes(customer.custom);
  return (
    <Stack gap="xs">
      <CustomerActions customer={customer} onOpen={setOpened} />
      <Columns
        wide={
          <>
            <Business id={customer.id} />
            <Section title={t('order.notes')}>
              <Notes typeId="customer" resource={customer} />
            </Section>
          </>
        }
        narrow={
          <>
            <Section title={t('customer.person')}>
              <Person customer={customer} />
            </Section>
            <Section title={t('customer.addresses')}>
              <Addresses customer={customer} />
            </Section>
            {custom !== undefined && Object.keys(custom.fields).length > 0 && (
              <Section title={t('order.customFields')}>
                <ValueView value={custom} />
              </Section>
            )}
          </>
        }
      />
      {opened === 'erase' && <EraseDialog customer={customer} onClose={onClose} />}
      {opened === 'details' && <DetailsDialog customer={customer} onClose={onClose} />}
      {opened === 'group' && <GroupDialog customer={customer} onClose={onClose} />}
      {(opened === 'password' || opened === 'email') && (
        <TokenDialog key={opened} kind={opened} customer={customer} onClose={onClose} />
      )}
    </Stack>
  );
};

export default CustomerOverview;
