export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The orders of the shop go back this far. */
export const historyMs = 730 * dayMs;
/** Catalogue, taxes and shipping are older than the first order. */
export const preparationMs = 30 * dayMs;

export const startOfDay = (timeMs: number): number => timeMs - (timeMs % dayMs);
/** The first moment of today, UTC: the usual end of a shop's history. */
export const startOfToday = (): number => startOfDay(Date.now());
export const isoTime = (timeMs: number): string => new Date(timeMs).toISOString();
