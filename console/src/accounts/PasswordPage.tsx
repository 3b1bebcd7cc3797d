import { Alert, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { changeOwnPassword } from '../api/accounts';
import { forgetTokens } from '../api/project';
import { ErrorAlert } from '../layout/LoadError';
import type { ServerPageProps } from '../session/useSession';
import { CredentialsForm } from '../session/CredentialsForm';
import { PageTitle } from '../layout/PageTitle';

/** Replaces the password of one's own account. */
const PasswordPage = ({ session }: ServerPageProps) => {
  const { t } = useTranslation();
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: changeOwnPassword,
    // The tokens ended with the previous session.
    onSuccess: forgetTokens,
  });
  return (
    <Stack maw={420} gap={0}>
      <PageTitle>{t('password.title')}</PageTitle>
      {session.account === undefined ? (
        <Text mt="md">{t('password.noAccount')}</Text>
      ) : (
        <>
          <Text mt="md">{t('password.text')}</Text>
          <ErrorAlert error={error} mt="md" />
          {isSuccess && (
            <Alert color="green" mt="md">
              {t('password.changed')}
            </Alert>
          )}
          <CredentialsForm
            submitText={t('password.submit')}
            isPending={isPending}
            onSubmit={({ currentPassword = '', newPassword = '' }) => mutate({ currentPassword, newPassword })}
          >
            <PasswordInput
              name="currentPassword"
              label={t('password.current')}
              autoComplete="current-password"
              required
            />
            <PasswordInput name="newPassword" label={t('password.new')} autoComplete="new-password" required />
          </CredentialsForm>
        </>
      )}
    </Stack>
  );
};

export default PasswordPage;
