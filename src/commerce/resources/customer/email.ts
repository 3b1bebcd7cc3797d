/** Emails of customers are unique among the global customers, and among those of each store. */
import type { Claim } from '../../../store/ChangeSet.js';
import { errorEntry } from '../../../base/errors/ApiError.js';
import { Type } from '../../../engine/schema/Type.js';

/** The longest possible address (RFC 5321): it bounds the unique key of an email. */
const emailLengthMax = 320;

/** Any text that is not blank is an email, since the SDK documents no format. */
export const Email = Type.String({
  maxLength: emailLengthMax,
  pattern: '\\S',
  description: 'an email address, such as ana@example.com',
});

/**
 * Tells whether Unicode folds the character into another letter that only looks like it: the Kelvin sign becomes a `k`,
 * the Ohm sign an omega. An email with the sign and an email with the letter have different owners.
 */
const isFoldedIntoAnother = (character: string): boolean => {
  const composed = character.normalize('NFC');
  if (composed !== character && Array.from(composed).length === 1) return true;
  const lower = character.toLowerCase();
  return lower !== character && lower.toUpperCase() !== character;
};

const beyondAscii = /\P{ASCII}/gu;

/**
 * Normalizes letter case, surrounding spaces and composed accents (NFC), so that all spellings of an email find the
 * same customer: wherever emails are stored, compared, unique or bound to a token. A character that would become
 * another letter stays as it is, so that no email is found by one that only looks like it.
 */
export const normalizeEmail = (email: string): string => {
  const text = email.trim();
  const kept = text.match(beyondAscii)?.filter(isFoldedIntoAnother) ?? [];
  if (kept.length === 0) return text.normalize('NFC').toLowerCase();
  const parts = text.split(new RegExp(`[${kept.join('')}]`, 'u'));
  return parts.map((part, at) => part.normalize('NFC').toLowerCase() + (kept[at] ?? '')).join('');
};

const storeKeyPattern = /^[A-Za-z0-9_-]{2,256}$/;

/** The unique key of an email among the global customers or those of a store; undefined for an impossible email. */
export const loginEmailKey = (storeKey: string | undefined, email: string): string | undefined => {
  const isPossible = email.length <= 2 * emailLengthMax && (storeKey === undefined || storeKeyPattern.test(storeKey));
  return isPossible ? `${storeKey ?? ''}:${normalizeEmail(email)}` : undefined;
};

interface EmailOwner {
  readonly email: string;
  readonly stores: readonly { readonly key: string }[];
}

/** Claims the email in each store of the customer, or globally: different stores may have customers of one email. */
export const emailClaims = ({ email, stores }: EmailOwner): Claim[] => {
  const refusal = errorEntry('DuplicateField', { field: 'email', duplicateValue: email });
  const storeKeys = stores.length === 0 ? [undefined] : stores.map(({ key }) => key);
  return storeKeys.map(storeKey => {
    const value = loginEmailKey(storeKey, email);
    if (value === undefined) throw new Error(`The email of a customer has no key in the store '${storeKey}'.`);
    return { path: 'email', value, refusal };
  });
};
