/** A time as relative text; the tooltip shows it in full. */
import { useTranslation } from 'react-i18next';
import { formatDateTime } from './format';

const units: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

const relative = (time: string, language: string): string => {
  const seconds = (Date.parse(time) - Date.now()) / 1_000;
  const [unit, length] = units.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.round(seconds / length), unit);
};

export const RelativeTime = ({ time }: { readonly time: string }) => {
  const { language } = useTranslation().i18n;
  return (
    <time dateTime={time} title={formatDateTime(time, language)} style={{ whiteSpace: 'nowrap' }}>
      {relative(time, language)}
    </time>
  );
};
