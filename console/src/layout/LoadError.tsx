import { Alert, Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorText } from '../api/errorText';

interface LoadErrorProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Says why a part of the page could not be loaded, and loads it again. */
export const LoadError = ({ error, onRetry }: LoadErrorProps) => {
  const { t } = useTranslation();
  return (
    <Alert color="red">
      <Group justify="space-between">
        {errorText(error, t)}
        <Button variant="default" size="xs" onClick={onRetry}>
          {t('errors.retry')}
        </Button>
      </Group>
    </Alert>
  );
};
