import { MultiSelect, Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Role, roles } from '../api/accounts';
import type { Session } from '../api/session';

export interface AccountForm {
  readonly name: string;
  readonly role: Role;
  /** An empty list gives the account all projects. */
  readonly projects: string[];
}

interface AccountFieldsProps {
  readonly session: Session;
  readonly form: AccountForm;
  readonly change: (members: Partial<AccountForm>) => void;
}

/** The owner of an account, and its permissions. */
export const AccountFields = ({ session, form, change }: AccountFieldsProps) => {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t('accounts.name')}
        required
        value={form.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <Select
        label={t('accounts.role')}
        description={t(`accounts.roles.${form.role}`)}
        data={roles.map(value => ({ value, label: t(`accounts.roleNames.${value}`) }))}
        value={form.role}
        onChange={role => {
          // An administrator always has all projects.
          if (role !== null) change({ role: role as Role, ...(role === 'administrator' ? { projects: [] } : {}) });
        }}
        allowDeselect={false}
        required
      />
      <MultiSelect
        label={t('accounts.projects')}
        description={t(form.role === 'administrator' ? 'accounts.allProjects' : 'accounts.projectsHint')}
        data={session.projects.map(({ key }) => key)}
        value={form.projects}
        onChange={projects => change({ projects })}
        disabled={form.role === 'administrator'}
        searchable
      />
    </>
  );
};
