/**
 * Tells that a change was saved or refused, or that nothing changed. A conflict shows both versions, and offers to
 * continue with the newest.
 */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Resource } from '../api/Resource';
import { useWords } from '../words/useWords';
import { creatorText } from '../history/creatorText';
import { formatDateTime } from '../values/format';
import { DifferenceTable } from './DifferenceTable';
import type { Change, Conflict } from './useChange';
import { ErrorAlert } from '../layout/LoadError';

const ConflictAlert = ({ change, conflict }: { readonly change: Change; readonly conflict: Conflict }) => {
  const { t, i18n } = useTranslation();
  const words = useWords();
  const { shown, newest, actions } = conflict;
  const who = creatorText(newest.lastModifiedBy, t);
  return (
    <Alert color="orange">
      <Stack>
        <Text fw={700}>{t('change.conflict')}</Text>
        {who !== undefined && (
          <Text size="sm">
            {t('change.conflictBy', { who, time: formatDateTime(newest.lastModifiedAt, i18n.language) })}
          </Text>
        )}
        <DifferenceTable
          before={shown}
          after={newest}
          headings={[t('change.shown', { version: shown.version }), t('change.newest', { version: newest.version })]}
        />
        <Group>
          <Button loading={change.isSaving} onClick={change.applyToNewest}>
            {t('change.applyToNewest', { actions: actions.map(({ action }) => words.action(action)).join(', ') })}
          </Button>
          <Button variant="default" onClick={change.discard}>
            {t('change.reload')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
};

export const ChangeAlert = ({ change, resource }: { readonly change: Change; readonly resource: Resource }) => {
  const { t } = useTranslation();
  if (change.conflict !== undefined) return <ConflictAlert change={change} conflict={change.conflict} />;
  if (change.error !== null && change.error !== undefined) return <ErrorAlert error={change.error} />;
  if (change.isUnchanged) return <Alert color="blue">{t('change.unchanged', { version: resource.version })}</Alert>;
  return change.isSaved ? <Alert color="green">{t('change.saved', { version: resource.version })}</Alert> : null;
};
