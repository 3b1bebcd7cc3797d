import type { TFunction } from 'i18next';
import { ApiError, type ErrorEntry } from './ApiError';

/** Returns why a discount code does not apply, in the words of the page of a cart. */
const codeReason = (reason: unknown, t: TFunction): string => {
  if (reason === 'DoesNotExist') return t('refusal.noCode');
  return t(`cart.codeStates.${reason === 'TimeRangeNonApplicable' ? 'NotValid' : String(reason)}`, {
    defaultValue: t('cart.codeStates.DoesNotMatchCart'),
  });
};

/** Further values for the text of a code, besides the members of the entry. */
const more: Readonly<Record<string, (entry: ErrorEntry, t: TFunction) => object>> = {
  DiscountCodeNonApplicable: ({ reason }, t) => ({ why: codeReason(reason, t) }),
  ReferencedResourceNotFound: ({ typeId }, t) => ({ kind: t(`words:values.typeId.${String(typeId)}`, String(typeId)) }),
};

const listed = (value: unknown): unknown => (Array.isArray(value) ? value.join(', ') : value);

/** Returns an entry in the language of the console, if its code is usual for people; otherwise the server's text. */
const entryText = (entry: ErrorEntry, t: TFunction): string => {
  const name = `refusal.${entry.code}`;
  // The server's text contains the key that a person typed.
  if (t(name, '') === '' || entry.key !== undefined) return entry.message;
  const members = Object.fromEntries(Object.entries(entry).map(([member, value]) => [member, listed(value)]));
  return t(name, { ...members, ...more[entry.code]?.(entry, t) }).trim();
};

/** Returns every entry of an error response on its own line, or what happened if there was no response. */
export const errorText = (error: unknown, t: TFunction): string => {
  if (!(error instanceof ApiError)) return t('errors.unexpected');
  if (error.statusCode === 0) return t('errors.unreachable');
  const lines = error.errors.map(entry => entryText(entry, t));
  const text = lines.length === 0 ? error.message : lines.join('\n');
  return [...error.names].reduce((named, [id, name]) => named.replaceAll(id, name), text);
};
