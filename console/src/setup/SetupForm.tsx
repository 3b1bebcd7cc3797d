/** A form that is the whole page of a resource: it sends update actions for its changes. */
import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '../api/Resource';
import { ChangeAlert } from '../changes/ChangeAlert';
import { type UpdateAction, useChange } from '../changes/useChange';
import { WithReason } from '../layout/WithReason';
import { useAllowed } from '../session/useAllowed';

interface SetupFormProps {
  readonly path: string;
  readonly resource: Resource;
  readonly actions: readonly UpdateAction[];
  /** The reason why changes cannot be saved. */
  readonly missing?: string | undefined;
  readonly children: ReactNode;
}

/** Tells whether two values of a resource are equal. */
export const isSame = (before: unknown, after: unknown): boolean => JSON.stringify(before) === JSON.stringify(after);

export const SetupForm = ({ path, resource, actions, missing, children }: SetupFormProps) => {
  const { t } = useTranslation();
  const change = useChange({ path }, resource);
  const mayChange = useAllowed()('POST', `/${path}/{id}`);
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        change.apply(actions);
      }}
    >
      <fieldset disabled={!mayChange} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
        <Stack gap="xs">
          {!mayChange && <Text size="sm">{t('reason.readOnly')}</Text>}
          {children}
          <ChangeAlert change={change} resource={resource} />
          {mayChange && (
            <Group>
              <WithReason reason={actions.length === 0 ? t('reason.unchanged') : missing}>
                <Button type="submit" loading={change.isSaving}>
                  {t('order.save')}
                </Button>
              </WithReason>
            </Group>
          )}
        </Stack>
      </fieldset>
    </form>
  );
};
