/**
 * A field for an amount or a quantity. It keeps the text as typed and reports an invalid value; its form is not sent
 * then (`CheckedForm`).
 */
import { TextInput, type TextInputProps } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReportProblem } from './CheckedForm';
import { digitsOf, type NumberLimits, readNumber, writeNumber } from './readNumber';

interface NumberFieldProps
  extends NumberLimits,
    Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max' | 'required' | 'inputMode'> {
  readonly value: number | undefined;
  /** Is called without a value if the text is empty or invalid. */
  readonly onChange: (value: number | undefined, text: string) => void;
}

/** The arrow keys change a whole number by one. */
const steps: Readonly<Record<string, number | undefined>> = { ArrowUp: 1, ArrowDown: -1 };

export const NumberField = ({ min, max, digits, currency, value, onChange, ...props }: NumberFieldProps) => {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const limits = { min, max, digits, currency, required: props.required };
  const textOf = (number: number | undefined): string =>
    number === undefined ? '' : writeNumber(number, language, currency === undefined ? undefined : digitsOf(limits));
  const [typed, setTyped] = useState({ text: textOf(value), value, isChanged: false });
  // A value that differs from the typed one was set from outside.
  const { text, isChanged } = typed.value === value ? typed : { text: textOf(value), isChanged: false };
  const { problem, value: read } = readNumber(text, limits, language, t);
  useReportProblem(useId(), problem, text.trim() === '');
  const write = (next: string): void => {
    const number = readNumber(next, limits, language, t).value;
    setTyped({ text: next, value: number, isChanged: true });
    onChange(number, next);
  };
  // The limits may change after a number is typed, for example the maximum of a part when the whole changes.
  useEffect(() => {
    if (text === typed.text && read !== typed.value) write(text);
  });
  const step = (event: KeyboardEvent): void => {
    const difference = digitsOf(limits) === 0 ? steps[event.key] : undefined;
    if (difference === undefined || problem !== undefined) return;
    event.preventDefault();
    const next = textOf((value ?? 0) + difference);
    if (readNumber(next, limits, language, t).problem === undefined) write(next);
  };
  return (
    <TextInput
      autoComplete="off"
      {...props}
      inputMode={(min ?? -1) < 0 ? 'text' : digitsOf(limits) === 0 ? 'numeric' : 'decimal'}
      value={text}
      error={(isChanged || text !== '' ? problem : undefined) ?? props.error}
      onChange={({ currentTarget }) => write(currentTarget.value)}
      onKeyDown={step}
      onBlur={() => problem === undefined && setTyped({ text: textOf(value), value, isChanged })}
    />
  );
};
