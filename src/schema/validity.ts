import { Optional, DateTime } from './primitives.js';

export const validity = { validFrom: Optional(DateTime), validUntil: Optional(DateTime) };
