/** Slugs by language, each of which no two resources of a type share. */
import { errorEntry } from '../../../base/errors/ApiError.js';
import type { Claim } from '../../../store/ChangeSet.js';

export const slugClaims = (slug: Readonly<Record<string, string>> = {}): Claim[] =>
  Object.entries(slug).map(([locale, value]) => ({
    path: 'slug',
    value: `${locale}:${value}`,
    refusal: errorEntry('DuplicateField', { field: `slug.${locale}`, duplicateValue: value }),
  }));

/** A slug in one language leads to its resource. */
export const slugClaimAt = (path: string, text: string): Pick<Claim, 'path' | 'value'> | undefined =>
  path.startsWith('slug.') ? { path: 'slug', value: `${path.slice('slug.'.length)}:${text}` } : undefined;
