import type { ChartUnit } from './figureSeries';

const kibibyte = 1_024;

const bytesText = (bytes: number, number: Intl.NumberFormat): string => `${number.format(bytes / kibibyte ** 2)} MiB`;

/** Formats a value with its unit, in the language of the reader. `none` is the text for a missing value. */
export const formatFigure = (value: number | undefined, unit: ChartUnit, language: string, none: string): string => {
  if (value === undefined) return none;
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: value < 10 ? 1 : 0 });
  switch (unit) {
    case 'perSecond':
      return `${number.format(value)}/s`;
    case 'milliseconds':
      return `${number.format(value)} ms`;
    case 'seconds':
      return `${number.format(value)} s`;
    case 'percent':
      return `${number.format(value)} %`;
    case 'bytes':
      return bytesText(value, new Intl.NumberFormat(language, { maximumFractionDigits: 0 }));
    default:
      return number.format(value);
  }
};
