/** Creates a token with which a customer sets a new password or confirms the email, and shows it once. */
import { Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendToProject } from '../api/project';
import { useProjectKey } from '../session/useProjectKey';
import { formatDateTime } from '../values/format';
import type { Customer } from './Customer';
import { ErrorAlert } from '../layout/LoadError';
import { CheckedForm, SubmitButton } from '../numbers/CheckedForm';
import { NumberField } from '../numbers/NumberField';

export type TokenKind = 'password' | 'email';

interface TokenDialogProps {
  readonly kind: TokenKind;
  readonly customer: Customer;
  readonly onClose: () => void;
}

interface CreatedToken {
  readonly value: string;
  readonly expiresAt: string;
}

const dayMinutes = 24 * 60;
/** Maximum lifetime that the API allows: 30 days. */
const minutesMax = 43_200;

/** Returns the path and the body of the request that creates a token. */
const requests: Readonly<Record<TokenKind, (customer: Customer, ttlMinutes?: number) => readonly [string, object]>> = {
  password: ({ email }, ttlMinutes) => ['/customers/password-token', { email, ttlMinutes }],
  email: ({ id, version }, ttlMinutes) => ['/customers/email-token', { id, version, ttlMinutes }],
};

const TokenView = ({ token }: { readonly token: CreatedToken }) => {
  const { t, i18n } = useTranslation();
  return (
    <Stack>
      <Text size="sm">{t('customer.tokenOnce', { until: formatDateTime(token.expiresAt, i18n.language) })}</Text>
      <Code block>{token.value}</Code>
      <CopyButton value={token.value}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {t(copied ? 'customer.copied' : 'customer.copy')}
          </Button>
        )}
      </CopyButton>
    </Stack>
  );
};

export const TokenDialog = ({ kind, customer, onClose }: TokenDialogProps) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const [ttlMinutes, setTtlMinutes] = useState<number | undefined>(dayMinutes);
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => {
      const [path, body] = requests[kind](customer, ttlMinutes);
      return sendToProject<CreatedToken>(projectKey, path, { method: 'POST', body });
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`customer.${kind}Token`)}
      closeButtonProps={{ 'aria-label': t('lists.close') }}
    >
      {data === undefined ? (
        <CheckedForm onSubmit={() => mutate()}>
          <Stack>
            <Text size="sm">{t(`customer.${kind}TokenHint`)}</Text>
            <NumberField
              label={t('customer.minutes')}
              required
              min={1}
              max={minutesMax}
              value={ttlMinutes}
              onChange={setTtlMinutes}
            />
            <ErrorAlert error={error} />
            <Group justify="end">
              <SubmitButton loading={isPending}>{t('customer.createToken')}</SubmitButton>
            </Group>
          </Stack>
        </CheckedForm>
      ) : (
        <TokenView token={data} />
      )}
    </Modal>
  );
};
