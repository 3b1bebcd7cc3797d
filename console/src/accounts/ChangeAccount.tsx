/** Changes an account: name, role, projects and password; locks, unlocks and deletes it. */
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Account, deleteAccount, updateAccount } from '../api/accounts';
import type { Session } from '../api/session';
import { confirmDeletion } from '../resources/confirmDeletion';
import { AccountFields, type AccountForm } from './AccountFields';
import { WithReason } from '../layout/WithReason';
import { ErrorAlert } from '../layout/LoadError';

interface ChangeAccountProps {
  readonly session: Session;
  readonly account: Account;
  readonly onDone: () => Promise<void>;
}

const actionsFor = (account: Account, form: AccountForm, password: string): readonly object[] => {
  const projects = form.projects.length === 0 ? undefined : form.projects;
  const isSame = JSON.stringify(projects) === JSON.stringify(account.projects);
  return [
    ...(form.name === account.name ? [] : [{ action: 'setName', name: form.name }]),
    ...(form.role === account.role ? [] : [{ action: 'setRole', role: form.role }]),
    ...(isSame ? [] : [{ action: 'setProjects', projects }]),
    ...(password === '' ? [] : [{ action: 'setPassword', password }]),
  ];
};

export const ChangeAccount = ({ session, account, onDone }: ChangeAccountProps) => {
  const { t } = useTranslation();
  const { name, role, projects = [], disabled = false, email } = account;
  const [form, setForm] = useState<AccountForm>({ name, role, projects: [...projects] });
  const [password, setPassword] = useState('');
  const { mutate, error, isPending } = useMutation({
    mutationFn: (change: () => Promise<Account>) => change(),
    onSuccess: onDone,
  });
  const actions = actionsFor(account, form, password);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate(() => updateAccount(account, actions));
  };
  const lock = (): void => mutate(() => updateAccount(account, [{ action: disabled ? 'enable' : 'disable' }]));
  const remove = (): void =>
    confirmDeletion(t('detail.confirmDelete', { label: email }), () => mutate(() => deleteAccount(account)));
  return (
    <Stack component="form" onSubmit={submit}>
      <ErrorAlert error={error} />
      <AccountFields session={session} form={form} change={members => setForm(before => ({ ...before, ...members }))} />
      <PasswordInput
        label={t('accounts.newPassword')}
        description={t('accounts.newPasswordHint')}
        autoComplete="new-password"
        value={password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
      />
      <Text size="sm" c="dimmed">
        {t('accounts.sessionsEnd')}
      </Text>
      <Group justify="space-between">
        <WithReason reason={actions.length === 0 ? t('reason.unchanged') : undefined}>
          <Button type="submit" loading={isPending}>
            {t('accounts.save')}
          </Button>
        </WithReason>
        <Group gap="xs">
          <Button variant="default" onClick={lock} loading={isPending}>
            {t(disabled ? 'accounts.unlock' : 'accounts.lock')}
          </Button>
          <Button color="red.9" onClick={remove} loading={isPending}>
            {t('detail.delete')}
          </Button>
        </Group>
      </Group>
    </Stack>
  );
};
