/** A window with a form for one common change. It closes when the change is saved, and stays open when it is refused. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChangeAlert } from '../changes/ChangeAlert';
import type { Change } from '../changes/useChange';
import type { Resource } from '../resources/Resource';

export interface DialogProps {
  readonly title: string;
  /** What the change does, where the title does not say it. */
  readonly hint?: string;
  readonly submitText: string;
  readonly change: Change;
  readonly resource: Resource;
  readonly isComplete: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

export const Dialog = (props: DialogProps) => {
  const { title, hint, submitText, change, resource, isComplete, onSubmit, onClose, children } = props;
  const { t } = useTranslation();
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('order.close') }}>
      <form
        onSubmit={event => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <Stack>
          {hint !== undefined && <Text size="sm">{hint}</Text>}
          {children}
          {!change.isSaved && <ChangeAlert change={change} resource={resource} />}
          {change.conflict === undefined && (
            <Group justify="end">
              <Button variant="default" onClick={onClose}>
                {t('order.close')}
              </Button>
              <Button type="submit" loading={change.isSaving} disabled={!isComplete}>
                {submitText}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Modal>
  );
};
