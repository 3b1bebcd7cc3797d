/** The validity of discounts and prices as people set it: whole days and weeks in the time zone of the browser. */

const daysLater = (date: Date, days: number): Date =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);

/** Returns the Monday at or before a time. */
export const weekOf = (date: Date): Date => daysLater(date, -((date.getDay() + 6) % 7));

export const weeksLater = (date: Date, weeks: number): Date => daysLater(date, weeks * 7);

export interface Range {
  readonly validFrom?: string | undefined;
  readonly validUntil?: string | undefined;
}

/** Tells whether there is a time between the two; an absent time is an open end. */
export const isRange = ({ validFrom, validUntil }: Range): boolean =>
  validFrom === undefined || validUntil === undefined || Date.parse(validFrom) < Date.parse(validUntil);

export type ValidityState = 'Planned' | 'Running' | 'Ended';

export const validityOf = ({ validFrom, validUntil }: Range, nowMs = Date.now()): ValidityState => {
  if (validUntil !== undefined && Date.parse(validUntil) <= nowMs) return 'Ended';
  return validFrom !== undefined && Date.parse(validFrom) > nowMs ? 'Planned' : 'Running';
};

export const presets = ['always', 'nextWeek', 'weekend', 'month'] as const;
type Preset = (typeof presets)[number];

const saturday = 5;

export const rangeOfPreset = (preset: Preset, now = new Date()): Range => {
  const monday = weekOf(now);
  const range = (from: Date, until: Date): Range => ({
    validFrom: from.toISOString(),
    validUntil: until.toISOString(),
  });
  switch (preset) {
    case 'always':
      return {};
    case 'nextWeek':
      return range(weeksLater(monday, 1), weeksLater(monday, 2));
    case 'weekend': {
      // On Saturday and Sunday, the next weekend is that of the following week.
      const first = now < daysLater(monday, saturday) ? daysLater(monday, saturday) : daysLater(monday, saturday + 7);
      return range(first, daysLater(first, 2));
    }
    case 'month':
      return range(
        new Date(now.getFullYear(), now.getMonth() + 1, 1),
        new Date(now.getFullYear(), now.getMonth() + 2, 1),
      );
  }
};

const pad = (part: number): string => String(part).padStart(2, '0');

/** Returns the text for a field of the type `datetime-local`. */
export const toField = (time: string | undefined): string => {
  if (time === undefined) return '';
  const date = new Date(time);
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
};

export const fromField = (text: string): string | undefined => (text === '' ? undefined : new Date(text).toISOString());
