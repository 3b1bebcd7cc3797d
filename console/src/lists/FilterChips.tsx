/** The filters of a list: each shows its value, and opens the possible values. */
import { Button, Checkbox, CloseButton, Group, Popover, Radio, Stack, TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ReferenceSelect } from '../find/ReferenceSelect';
import { useProject } from '../session/useProject';
import { useEnum } from '../resources/useSchema';
import { languageName } from '../values/format';
import { ReferenceLabel } from '../values/ReferenceLink';
import { dayText, daysOfWeek, startOfDay } from '../values/days';
import { useWords } from '../words/useWords';
import { amountOf, type Chip, type ChipTexts, chipsOf, rangeOf } from './chips';

/** Number fields need much code, so they are loaded only when they are opened. */
const AmountField = lazy(() => import('./AmountField'));

interface ChipFieldProps {
  readonly chip: Chip;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

const ValuesField = ({ chip, enumName, text, onChange }: ChipFieldProps & { readonly enumName: string }) => {
  const words = useWords();
  const values = useEnum(enumName);
  return (
    <Checkbox.Group
      label={words.member(chip.name)}
      value={text === '' ? [] : text.split(',')}
      onChange={chosen => onChange(chosen.join(','))}
    >
      <Stack gap="xs" mt="xs">
        {values.map(value => (
          <Checkbox key={value} value={value} label={words.enumValue(chip.name, value)} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
};

/** Usual spans of days, as the numbers of days ago of the first and the last day. */
const spans = (): Readonly<Record<string, readonly [first: number, last: number]>> => ({
  today: [0, 0],
  thisWeek: [daysOfWeek(), 0],
  lastWeek: [daysOfWeek() + 7, daysOfWeek() + 1],
  thirtyDays: [29, 0],
});

const DatesField = ({ text, onChange }: ChipFieldProps) => {
  const { t } = useTranslation();
  const [from, to] = rangeOf(text);
  const change = (range: string): void => onChange(range === '..' ? '' : range);
  return (
    <Group maw={340}>
      {Object.entries(spans()).map(([name, days]) => (
        <Button
          key={name}
          size="compact-sm"
          variant="default"
          onClick={() => change(days.map(ago => dayText(startOfDay(ago))).join('..'))}
        >
          {t(`lists.${name}`)}
        </Button>
      ))}
      <TextInput
        type="date"
        label={t('lists.from')}
        value={from}
        onChange={({ currentTarget }) => change(`${currentTarget.value}..${to}`)}
      />
      <TextInput
        type="date"
        label={t('lists.to')}
        value={to}
        onChange={({ currentTarget }) => change(`${from}..${currentTarget.value}`)}
      />
    </Group>
  );
};

const YesNoField = ({ chip, text, onChange }: ChipFieldProps) => {
  const { t } = useTranslation();
  const words = useWords();
  return (
    <Radio.Group label={words.member(chip.name)} value={text} onChange={onChange}>
      <Stack gap="xs" mt="xs">
        <Radio value="true" label={t('value.yes')} />
        <Radio value="false" label={t('value.no')} />
      </Stack>
    </Radio.Group>
  );
};

const LanguageField = ({ chip, text, onChange }: ChipFieldProps) => {
  const { language } = useTranslation().i18n;
  const words = useWords();
  return (
    <Radio.Group label={words.member(chip.name)} value={text} onChange={onChange}>
      <Stack gap="xs" mt="xs">
        {useProject().languages.map(tag => (
          <Radio key={tag} value={tag} label={languageName(tag, language)} />
        ))}
      </Stack>
    </Radio.Group>
  );
};

const ChipField = (props: ChipFieldProps) => {
  const { chip, text, onChange } = props;
  const words = useWords();
  switch (chip.kind) {
    case 'values':
      return <ValuesField {...props} enumName={chip.enumName} />;
    case 'reference':
      return (
        <ReferenceSelect
          label={words.member(chip.name)}
          typeId={chip.typeId}
          member={chip.by}
          value={text === '' ? undefined : text}
          onChange={value => onChange(value ?? '')}
        />
      );
    case 'dates':
      return <DatesField {...props} />;
    case 'amount':
      return (
        <Suspense>
          <AmountField text={text} onChange={onChange} />
        </Suspense>
      );
    case 'language':
      return <LanguageField {...props} />;
    default:
      return <YesNoField {...props} />;
  }
};

/** Describes the value of a chip in words. */
const ChipText = ({ chip, text }: Pick<ChipFieldProps, 'chip' | 'text'>) => {
  const { t, i18n } = useTranslation();
  const words = useWords();
  const day = (date: string): string =>
    date === ''
      ? ''
      : new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(new Date(`${date}T00:00`));
  switch (chip.kind) {
    case 'values':
      return text
        .split(',')
        .map(value => words.enumValue(chip.name, value))
        .join(', ');
    case 'reference':
      return <ReferenceLabel typeId={chip.typeId} member={chip.by} value={text} />;
    case 'dates':
      return rangeOf(text).map(day).join(' – ');
    case 'amount': {
      const { currency, from, to } = amountOf(text);
      return `${from} – ${to} ${currency}`;
    }
    case 'language':
      return languageName(text, i18n.language);
    default:
      return t(text === 'true' ? 'value.yes' : 'value.no');
  }
};

const FilterChip = ({ chip, text, onChange }: ChipFieldProps) => {
  const { t } = useTranslation();
  const label = useWords().member(chip.name);
  const isSet = text !== '';
  return (
    <Group gap={2} wrap="nowrap">
      <Popover position="bottom-start" shadow="md" trapFocus withRoles={false}>
        <Popover.Target>
          <Button size="compact-sm" radius="xl" variant={isSet ? 'filled' : 'default'}>
            {label}
            {isSet && (
              <>
                :&nbsp;
                <ChipText chip={chip} text={text} />
              </>
            )}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <ChipField chip={chip} text={text} onChange={onChange} />
        </Popover.Dropdown>
      </Popover>
      {isSet && (
        <CloseButton size="sm" aria-label={t('lists.removeChip', { name: label })} onClick={() => onChange('')} />
      )}
    </Group>
  );
};

interface FilterChipsProps {
  readonly path: string;
  readonly texts: ChipTexts;
  readonly onChange: (texts: ChipTexts) => void;
}

export const FilterChips = ({ path, texts, onChange }: FilterChipsProps) => {
  const { t } = useTranslation();
  const chips = chipsOf(path);
  if (chips.length === 0) return null;
  return (
    <Group gap="xs" role="group" aria-label={t('lists.chips')}>
      {chips.map(chip => (
        <FilterChip
          key={chip.name}
          chip={chip}
          text={texts[chip.name] ?? ''}
          onChange={text => onChange({ ...texts, [chip.name]: text })}
        />
      ))}
    </Group>
  );
};
