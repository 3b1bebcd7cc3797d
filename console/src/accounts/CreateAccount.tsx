import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createAccount } from '../api/accounts';
import type { Session } from '../api/session';
import { AccountFields, type AccountForm } from './AccountFields';
import { ErrorAlert } from '../layout/LoadError';

interface CreateAccountProps {
  readonly session: Session;
  readonly onDone: () => Promise<void>;
}

export const CreateAccount = ({ session, onDone }: CreateAccountProps) => {
  const { t } = useTranslation();
  const [form, setForm] = useState<AccountForm>({ name: '', role: 'support', projects: [] });
  const { mutate, error, isPending } = useMutation({ mutationFn: createAccount, onSuccess: onDone });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { email, password } = Object.fromEntries(new FormData(event.currentTarget));
    const { name, role, projects } = form;
    mutate({ email, password, name, role, ...(projects.length === 0 ? {} : { projects }) });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <ErrorAlert error={error} />
        <TextInput name="email" type="email" label={t('accounts.email')} autoComplete="off" required />
        <AccountFields
          session={session}
          form={form}
          change={members => setForm(before => ({ ...before, ...members }))}
        />
        <PasswordInput
          name="password"
          label={t('accounts.password')}
          description={t('accounts.passwordHint')}
          autoComplete="new-password"
          required
        />
        <Button type="submit" loading={isPending}>
          {t('accounts.submit')}
        </Button>
      </Stack>
    </form>
  );
};
