import { Button, Checkbox, Popover, ScrollArea, Stack, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useWords } from '../words/useWords';

interface ColumnsMenuProps {
  /** The name of the resource type: some members have other labels in it. */
  readonly typeName: string;
  readonly all: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (columns: readonly string[]) => void;
  readonly isDense: boolean;
  readonly onDensity: (isDense: boolean) => void;
}

/** Lets a person choose the members that the list shows, and the density of its rows. */
export const ColumnsMenu = ({ typeName, all, chosen, onChange, isDense, onDensity }: ColumnsMenuProps) => {
  const { t } = useTranslation();
  const words = useWords();
  return (
    <Popover position="bottom-end" shadow="md" withRoles={false}>
      <Popover.Target>
        <Button variant="default">{t('list.columns')}</Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Switch
          label={t('lists.dense')}
          checked={isDense}
          onChange={event => onDensity(event.currentTarget.checked)}
          mb="sm"
        />
        <ScrollArea.Autosize mah={360}>
          <Checkbox.Group value={[...chosen]} onChange={onChange} label={t('list.columns')}>
            <Stack gap="xs" mt="xs">
              {all.map(name => (
                <Checkbox key={name} value={name} label={words.member(name, typeName)} />
              ))}
            </Stack>
          </Checkbox.Group>
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
};
