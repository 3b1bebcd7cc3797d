import { InvalidArgumentError } from 'commander';

/** Parses a day such as 2026-01-31 to the time of its first moment, UTC. Refuses days in the future. */
export const pastDay = (text: string): number => {
  const timeMs = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00.000Z`) : Number.NaN;
  const isDay = !Number.isNaN(timeMs) && new Date(timeMs).toISOString().startsWith(text);
  if (!isDay || timeMs > Date.now())
    throw new InvalidArgumentError('Expected a day that is not in the future, such as 2026-01-31.');
  return timeMs;
};
