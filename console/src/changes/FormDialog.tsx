/** A window with a form. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckedForm, SubmitButton } from '../numbers/CheckedForm';

export interface FormDialogProps {
  readonly title: string;
  /** Explains the form, if the title does not. */
  readonly hint?: string;
  readonly submitText: string;
  readonly isSaving: boolean;
  /** Explains why the form cannot be sent yet. */
  readonly missing?: string | undefined;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** The result of the last attempt. */
  readonly alert: ReactNode;
  /** True if the alert has its own buttons, which replace those of the form. */
  readonly hasOwnButtons?: boolean;
  readonly children?: ReactNode;
}

export const FormDialog = (props: FormDialogProps) => {
  const { title, hint, submitText, isSaving, missing, onSubmit, onClose, alert, hasOwnButtons, children } = props;
  const { t } = useTranslation();
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('order.close') }}>
      <CheckedForm missing={missing} onSubmit={onSubmit}>
        <Stack>
          {hint !== undefined && <Text size="sm">{hint}</Text>}
          {children}
          {alert}
          {hasOwnButtons !== true && (
            <Group justify="end">
              <Button variant="default" onClick={onClose}>
                {t('order.close')}
              </Button>
              <SubmitButton loading={isSaving}>{submitText}</SubmitButton>
            </Group>
          )}
        </Stack>
      </CheckedForm>
    </Modal>
  );
};
