/** Changes the names and the email of a customer. */
import { SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../changes/Dialog';
import { useChange } from '../changes/useChange';
import { useWords } from '../words/useWords';
import type { Customer } from './Customer';

/** The action that changes each member, in the order of the form. */
const actions = {
  email: 'changeEmail',
  salutation: 'setSalutation',
  firstName: 'setFirstName',
  lastName: 'setLastName',
  companyName: 'setCompanyName',
  vatId: 'setVatId',
  customerNumber: 'setCustomerNumber',
  dateOfBirth: 'setDateOfBirth',
} as const;
type Member = keyof typeof actions;
const members = Object.keys(actions) as readonly Member[];

const types: Readonly<Partial<Record<Member, string>>> = { email: 'email', dateOfBirth: 'date' };

export const DetailsDialog = ({ customer, onClose }: { readonly customer: Customer; readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const words = useWords();
  const change = useChange({ path: 'customers' }, customer);
  const [texts, setTexts] = useState<Readonly<Partial<Record<Member, string>>>>({});
  const changed = members.filter(name => texts[name] !== undefined && texts[name] !== (customer[name] ?? ''));
  // An empty field removes the member.
  const toAction = (name: Member) => ({ action: actions[name], [name]: texts[name] || undefined });
  return (
    <Dialog
      title={t('customer.changeDetails')}
      hint={changed.includes('email') ? t('customer.emailHint') : undefined}
      submitText={t('order.save')}
      change={change}
      resource={customer}
      missing={changed.length === 0 ? t('reason.unchanged') : undefined}
      onSubmit={() => change.apply(changed.map(toAction), onClose)}
      onClose={onClose}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {members.map(name => (
          <TextInput
            key={name}
            label={words.member(name, 'Customer')}
            type={types[name]}
            required={name === 'email'}
            value={texts[name] ?? customer[name] ?? ''}
            onChange={({ currentTarget }) => setTexts({ ...texts, [name]: currentTarget.value })}
          />
        ))}
      </SimpleGrid>
    </Dialog>
  );
};
