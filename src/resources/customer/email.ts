/** Emails of customers: who has one, no other customer of the same place may have. */
import { Type } from '@sinclair/typebox';
import type { Claim } from '../../store/ChangeSet.js';
import { errorEntry } from '../../errors/ApiError.js';

/** The longest address there is (RFC 5321). */
const lengthMax = 320;

export const Email = Type.String({ maxLength: lengthMax, pattern: '^[^\\s@]+@[^\\s@]+$' });

/** The one form of an email that customers are found by: letter case, spaces around and how accents are composed do not make another one. */
export const normalizeEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase();

const storeKeyPattern = /^[A-Za-z0-9_-]{2,256}$/;

/** Name of an email among the global customers, or those of a store; undefined for one that nobody can have. */
export const loginEmailKey = (storeKey: string | undefined, email: string): string | undefined => {
  const isPossible = email.length <= 2 * lengthMax && (storeKey === undefined || storeKeyPattern.test(storeKey));
  return isPossible ? `${storeKey ?? ''}:${normalizeEmail(email)}` : undefined;
};

interface Placed {
  readonly email: string;
  readonly stores: readonly { readonly key: string }[];
}

/** Customers without a store are global; those of stores may have an email that a global one, or one of another store, has too. */
export const emailClaims = ({ email, stores }: Placed): Claim[] => {
  const places = stores.length === 0 ? [undefined] : stores.map(({ key }) => key);
  return places.map(place => ({
    path: 'email',
    value: loginEmailKey(place, email)!,
    refusal: errorEntry('DuplicateField', { field: 'email', duplicateValue: email }),
  }));
};
