/** The window that selects a resource for a reference in another one. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reference, Resource } from '../api/Resource';
import { ReferenceSelect } from '../find/ReferenceSelect';
import { Dialog } from './Dialog';
import { type UpdateAction, useChange } from './useChange';

interface ReferenceDialogProps {
  /** The path of the type of the changed resource. */
  readonly path: string;
  readonly resource: Resource;
  readonly title: string;
  readonly label: string;
  readonly typeId: string;
  /** The id of the currently selected resource. */
  readonly before?: string | undefined;
  readonly actionFor: (reference: Reference | undefined) => UpdateAction;
  readonly onClose: () => void;
}

export const ReferenceDialog = (props: ReferenceDialogProps) => {
  const { path, resource, title, label, typeId, before, actionFor, onClose } = props;
  const { t } = useTranslation();
  const change = useChange({ path }, resource);
  const [id, setId] = useState(before);
  return (
    <Dialog
      title={title}
      submitText={t('order.save')}
      change={change}
      resource={resource}
      missing={id === before ? t(id === undefined ? 'reason.nothingChosen' : 'reason.unchanged') : undefined}
      onSubmit={() => change.apply([actionFor(id === undefined ? undefined : { typeId, id })], onClose)}
      onClose={onClose}
    >
      <ReferenceSelect
        label={label}
        typeId={typeId}
        member="id"
        value={id}
        onChange={setId}
        comboboxProps={{ withinPortal: true }}
        data-autofocus
      />
    </Dialog>
  );
};
