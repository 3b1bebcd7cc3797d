/** Options that several commands have, and their parsers. */
import { InvalidArgumentError } from 'commander';

export interface ProjectOption {
  readonly project: string;
  readonly json?: boolean;
}

/** Parses an option with a comma-separated list. */
export const commaSeparated = (text: string): string[] =>
  text
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '');

const integerFrom =
  (minimum: number) =>
  (text: string): number => {
    const number = Number(text);
    if (text.trim() === '' || !Number.isSafeInteger(number) || number < minimum)
      throw new InvalidArgumentError(`Expected an integer of at least ${minimum}.`);
    return number;
  };

export const positiveInteger = integerFrom(1);
export const nonNegativeInteger = integerFrom(0);

/** The option of commands that delete something and ask before. */
export const yesOption = ['--yes', 'Do not ask for a confirmation, as in a script.'] as const;

/** Parses a day such as 2026-01-31 to the time of its first moment, UTC. Refuses days in the future. */
export const pastDay = (text: string): number => {
  const timeMs = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00.000Z`) : Number.NaN;
  const isDay = !Number.isNaN(timeMs) && new Date(timeMs).toISOString().startsWith(text);
  if (!isDay || timeMs > Date.now())
    throw new InvalidArgumentError('Expected a day that is not in the future, such as 2026-01-31.');
  return timeMs;
};

/** A command that cannot run with its arguments and environment. */
export class UsageError extends Error {}
