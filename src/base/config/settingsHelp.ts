import type { Setting } from './valueKinds.js';
import { settings } from './settings.js';

const rows: readonly Setting[] = Object.values(settings);

/** The settings for `quayside start --help`. */
export const settingsHelp = (): string =>
  [
    '',
    'Environment variables (default in parentheses):',
    ...rows.map(({ variable, defaultValue, defaultText = String(defaultValue), text }) => {
      const byDefault = defaultText === '' ? '' : ` (${defaultText})`;
      return `  ${variable}${byDefault}: ${text.replaceAll('`', '')}`;
    }),
  ].join('\n');
