import { fail } from '../../errors/ApiError.js';
import type { Base } from '../define/Base.js';

/** Refuses a write of another version than the stored one (ERR033). */
export const assertExpectedVersion = ({ version: currentVersion }: Base, expectedVersion: number): void => {
  if (currentVersion !== expectedVersion) throw fail('ConcurrentModification', { expectedVersion, currentVersion });
};
