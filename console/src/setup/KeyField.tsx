import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { UpdateAction } from '../changes/useChange';

interface KeyFieldProps {
  readonly value: string;
  readonly onChange: (key: string) => void;
}

/** The field of an optional key. */
export const KeyField = ({ value, onChange }: KeyFieldProps) => {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t('setup.key')}
      description={t('setup.keyHint')}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  );
};

/** Returns the update actions that set an optional text; without a value they remove it. */
export const textActions = (
  action: string,
  member: string,
  before: string | undefined,
  after: string,
): readonly UpdateAction[] => (after === (before ?? '') ? [] : [{ action, ...(after !== '' && { [member]: after }) }]);
