import { Button, Code, PasswordInput, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { setUp } from '../api/session';
import { guideSteps, writeGuide } from '../guide/guideState';
import { ErrorAlert } from '../layout/LoadError';
import { CredentialsForm } from '../session/CredentialsForm';
import { StartFrame } from './StartFrame';
import { useSessionChange } from '../session/useSession';

/** Creates the first account of a new server, with the code that the server printed at its start. */
export const SetUpPage = ({ onSignInAsClient }: { readonly onSignInAsClient: () => void }) => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const changeSession = useSessionChange();
  const { mutate, isPending, error } = useMutation({
    mutationFn: setUp,
    onSuccess: session => {
      writeGuide({ step: 'project' });
      void navigate('/', { replace: true });
      changeSession(session);
    },
  });
  return (
    <StartFrame title={t('setUp.title')}>
      <Text size="sm" c="dimmed">
        {t('guide.position', { step: 1, total: guideSteps.length - 1, name: t('guide.account') })}
      </Text>
      <Text mt="md">{t('setUp.text')}</Text>
      <Text mt="md" fw={700}>
        {t('setUpCode.where')}
      </Text>
      <Text size="sm">{t('setUpCode.log')}</Text>
      <Text size="sm">{t('setUpCode.command')}</Text>
      <Code block tabIndex={0} role="group" aria-label={t('setUpCode.where')}>
        npm run quayside -- admin setup-code
      </Code>
      <ErrorAlert error={error} mt="md" />
      <CredentialsForm submitText={t('setUp.submit')} onSubmit={fields => mutate(fields)} isPending={isPending}>
        <TextInput name="code" label={t('setUp.code')} autoComplete="off" required />
        <TextInput name="name" label={t('setUp.name')} autoComplete="name" required />
        <TextInput name="email" type="email" label={t('signIn.email')} autoComplete="username" required />
        <PasswordInput name="password" label={t('signIn.password')} autoComplete="new-password" required />
      </CredentialsForm>
      <Button variant="subtle" mt="md" onClick={onSignInAsClient}>
        {t('setUp.asClient')}
      </Button>
    </StartFrame>
  );
};
