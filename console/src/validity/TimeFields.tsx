/** The validity of something: the two times from and until, and buttons for usual ranges. */
import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { fromField, presets, type Range, rangeOfPreset, toField } from './times';

interface TimeFieldsProps {
  readonly range: Range;
  /** Gets both members, even if one has no time. */
  readonly onChange: (range: {
    readonly validFrom: string | undefined;
    readonly validUntil: string | undefined;
  }) => void;
}

export const TimeFields = ({ range, onChange }: TimeFieldsProps) => {
  const { t } = useTranslation();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const change = (changes: Range): void => onChange({ validFrom: undefined, validUntil: undefined, ...changes });
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {presets.map(preset => (
          <Button key={preset} variant="default" size="xs" onClick={() => change(rangeOfPreset(preset))}>
            {t(`campaign.presets.${preset}`)}
          </Button>
        ))}
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {(['validFrom', 'validUntil'] as const).map(name => (
          <TextInput
            key={name}
            type="datetime-local"
            label={t(name === 'validFrom' ? 'campaign.from' : 'campaign.until')}
            description={t('form.localTime', { timeZone })}
            value={toField(range[name])}
            onChange={({ currentTarget }) => change({ ...range, [name]: fromField(currentTarget.value) })}
          />
        ))}
      </SimpleGrid>
    </Stack>
  );
};
