/** Parses an option with a comma-separated list. */
export const commaSeparated = (text: string): string[] =>
  text
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '');
