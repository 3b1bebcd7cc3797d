/** Days in the time zone of the browser. */

/** Returns the beginning of a day that was some days ago. */
export const startOfDay = (daysAgo = 0): Date => {
  const day = new Date();
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() - daysAgo);
  return day;
};

/** Returns the days since Monday. */
export const daysOfWeek = (): number => (startOfDay().getDay() + 6) % 7;

/** Formats a day, such as `2026-11-27`. */
export const dayText = (day: Date): string =>
  [day.getFullYear(), day.getMonth() + 1, day.getDate()].map(part => String(part).padStart(2, '0')).join('-');
