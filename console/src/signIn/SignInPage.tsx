import { PasswordInput, Tabs, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Credentials, startSession } from '../api/session';
import { ErrorAlert } from '../layout/LoadError';
import { CredentialsForm } from '../session/CredentialsForm';
import { StartFrame } from './StartFrame';
import { useSessionChange } from '../session/useSession';

/** `kind` is the form that is shown first. */
export const SignInPage = ({ kind }: { readonly kind: 'account' | 'client' }) => {
  const { t } = useTranslation();
  const onStarted = useSessionChange();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (credentials: Credentials) => startSession(credentials),
    onSuccess: onStarted,
  });
  const submit = (fields: Readonly<Record<string, string>>): void => mutate(fields as unknown as Credentials);
  return (
    <StartFrame title={t('signIn.title')}>
      <ErrorAlert error={error} mt="md" />
      <Tabs defaultValue={kind} mt="md" keepMounted={false}>
        <Tabs.List grow>
          <Tabs.Tab value="account">{t('signIn.asAccount')}</Tabs.Tab>
          <Tabs.Tab value="client">{t('signIn.asClient')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="account">
          <CredentialsForm submitText={t('signIn.submit')} onSubmit={submit} isPending={isPending}>
            <TextInput name="email" type="email" label={t('signIn.email')} autoComplete="username" required />
            <PasswordInput name="password" label={t('signIn.password')} autoComplete="current-password" required />
            <Text size="sm" c="dimmed">
              {t('signIn.hint')}
            </Text>
          </CredentialsForm>
        </Tabs.Panel>
        <Tabs.Panel value="client">
          <CredentialsForm submitText={t('signIn.submit')} onSubmit={submit} isPending={isPending}>
            <TextInput name="projectKey" label={t('signIn.project')} required />
            <TextInput name="clientId" label={t('signIn.clientId')} autoComplete="off" required />
            <PasswordInput name="clientSecret" label={t('signIn.clientSecret')} autoComplete="off" required />
          </CredentialsForm>
        </Tabs.Panel>
      </Tabs>
    </StartFrame>
  );
};
