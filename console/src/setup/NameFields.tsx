import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useProject } from '../session/useProject';

export type Names = Readonly<Record<string, string>>;

interface NameFieldsProps {
  readonly names: Names;
  readonly onChange: (names: Names) => void;
}

/** Fields for a name in each language of the project, and in other languages that already have one. */
export const NameFields = ({ names, onChange }: NameFieldsProps) => {
  const { t } = useTranslation();
  const languages = [...new Set([...useProject().languages, ...Object.keys(names)])];
  return languages.map(language => (
    <TextInput
      key={language}
      label={t('workflow.name', { language })}
      value={names[language] ?? ''}
      onChange={({ currentTarget }) => onChange({ ...names, [language]: currentTarget.value })}
    />
  ));
};

/** Returns the names without empty ones; undefined if there are none. */
export const filledNames = (names: Names): Names | undefined => {
  const filled = Object.entries(names).filter(([, text]) => text.trim() !== '');
  return filled.length === 0 ? undefined : Object.fromEntries(filled);
};
