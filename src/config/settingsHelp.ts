import { type Setting, settings } from './settings.js';

const rows: readonly Setting[] = Object.values(settings);

/** The default value as the variable would hold it; the number of workers depends on the machine. */
export const printDefault = (setting: Setting): string => {
  if (setting === settings.workers) return 'processors - 1';
  const { defaultValue } = setting;
  return Array.isArray(defaultValue) ? defaultValue.join(',') : String(defaultValue);
};

/** The settings for `quayside start --help`. */
export const settingsHelp = (): string =>
  [
    '',
    'Environment variables (default in parentheses):',
    ...rows.map(setting => {
      const byDefault = printDefault(setting);
      return `  ${setting.variable}${byDefault === '' ? '' : ` (${byDefault})`}: ${setting.text.replaceAll('`', '')}`;
    }),
  ].join('\n');
