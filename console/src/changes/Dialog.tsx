/**
 * A window with a form for one common change. It closes when the change is saved, and stays open when it is refused.
 */
import { ChangeAlert } from './ChangeAlert';
import type { Change } from './useChange';
import type { Resource } from '../api/Resource';
import { FormDialog, type FormDialogProps } from './FormDialog';

export interface DialogProps extends Omit<FormDialogProps, 'alert' | 'hasOwnButtons' | 'isSaving'> {
  readonly change: Change;
  readonly resource: Resource;
}

export const Dialog = ({ change, resource, ...form }: DialogProps) => (
  <FormDialog
    {...form}
    isSaving={change.isSaving}
    alert={!change.isSaved && !change.isUnchanged && <ChangeAlert change={change} resource={resource} />}
    hasOwnButtons={change.conflict !== undefined}
  />
);
