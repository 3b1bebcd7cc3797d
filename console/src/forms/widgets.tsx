/** Fields of single values: dates and times in the inputs of the browser, and yes or no. */
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { Theme } from '@rjsf/mantine';
import { ariaDescribedByIds, labelValue, localToUTC, utcToLocal, type WidgetProps } from '@rjsf/utils';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { PredicateWidget } from '../predicates/PredicateWidget';
import { useWords } from '../words/useWords';

export const fieldProps = ({
  id,
  htmlName,
  label,
  hideLabel,
  required,
  disabled,
  readonly,
  autofocus,
  rawErrors,
}: WidgetProps) => ({
  id,
  name: htmlName ?? id,
  label: labelValue(label === '' ? undefined : label, hideLabel, false),
  required,
  disabled: disabled === true || readonly === true,
  autoFocus: autofocus,
  error: rawErrors === undefined || rawErrors.length === 0 ? undefined : rawErrors.join('\n'),
  'aria-describedby': ariaDescribedByIds(id),
});

const textOrNothing = (text: string): string | undefined => (text === '' ? undefined : text);

const DateWidget = (props: WidgetProps) => (
  <TextInput
    {...fieldProps(props)}
    type="date"
    value={typeof props.value === 'string' ? props.value : ''}
    onChange={({ currentTarget }) => props.onChange(textOrNothing(currentTarget.value))}
  />
);

/** The API accepts hours and minutes, and returns seconds as well. A time of the API has no time zone. */
const TimeWidget = (props: WidgetProps) => {
  const { t } = useTranslation();
  return (
    <TextInput
      {...fieldProps(props)}
      type="time"
      step={1}
      description={t('form.anyZone')}
      value={typeof props.value === 'string' ? props.value : ''}
      onChange={({ currentTarget }) => {
        const time = textOrNothing(currentTarget.value);
        props.onChange(time?.length === 'hh:mm'.length ? `${time}:00` : time);
      }}
    />
  );
};

/** A time that is entered in the time zone of the browser, which the field names, and sent in UTC. */
const DateTimeWidget = (props: WidgetProps) => {
  const { t } = useTranslation();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <TextInput
      {...fieldProps(props)}
      type="datetime-local"
      step={1}
      description={t('form.localTime', { timeZone })}
      value={typeof props.value === 'string' ? utcToLocal(props.value) : ''}
      onChange={({ currentTarget }) => props.onChange(localToUTC(currentTarget.value))}
    />
  );
};

const MultilineWidget = (props: WidgetProps) => (
  <Textarea
    {...fieldProps(props)}
    autosize
    minRows={3}
    value={typeof props.value === 'string' ? props.value : ''}
    onChange={({ currentTarget }) => props.onChange(textOrNothing(currentTarget.value))}
  />
);

/** A choice of yes, no or nothing, because a checkbox cannot distinguish no from nothing. */
const BooleanWidget = (props: WidgetProps) => {
  const { t } = useTranslation();
  const { value, onChange } = props;
  const choices = [
    { value: '', label: '' },
    { value: 'true', label: t('value.yes') },
    { value: 'false', label: t('value.no') },
  ];
  return (
    <NativeSelect
      {...fieldProps(props)}
      data={choices}
      value={typeof value === 'boolean' ? String(value) : ''}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? undefined : currentTarget.value === 'true')
      }
    />
  );
};

const LibrarySelect = Theme.widgets?.SelectWidget as ComponentType<WidgetProps>;

/** The end of the name of a field that chooses among alternatives. */
const alternatives = /__(?:any|one)of_select$/;

/** Adds the words for the values of an enum, which `completeSchema` has added to its schema. */
const withWords = (props: WidgetProps): WidgetProps => {
  const { labels } = (props.schema.items ?? props.schema) as { readonly labels?: Readonly<Record<string, string>> };
  const { enumOptions } = props.options;
  if (labels === undefined || enumOptions === undefined) return props;
  const named = enumOptions.map(option => ({ ...option, label: labels[String(option.value)] ?? option.label }));
  return { ...props, options: { ...props.options, enumOptions: named } };
};

/** Adds a label to a choice among alternatives, for which the library shows none. */
const SelectWidget = (props: WidgetProps) => {
  const { t } = useTranslation();
  const words = useWords();
  if (!alternatives.test(props.name)) return <LibrarySelect {...withWords(props)} />;
  const name = props.name.replace(alternatives, '');
  // At the root of a form the options contain the shared schemas, which the library would make an attribute of.
  const { definitions: _definitions, ...options } = props.options;
  const label = ['', 'undefined'].includes(name) ? t('form.choice') : words.member(name);
  return <LibrarySelect {...props} options={options} hideLabel={false} label={label} />;
};

export const widgets = {
  SelectWidget,
  predicate: PredicateWidget,
  multiline: MultilineWidget,
  DateWidget,
  'local-time': TimeWidget,
  DateTimeWidget,
  CheckboxWidget: BooleanWidget,
};
