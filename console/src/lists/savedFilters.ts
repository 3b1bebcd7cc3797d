/** Filters that a person has saved, in this browser, for each project and resource type. */
import type { ChipTexts } from './chips';

export interface ListFilters {
  /** A predicate. A search by words has none, since the searches do not support predicates. */
  readonly where: string;
  readonly words?: string;
  readonly chips?: ChipTexts;
}

export interface SavedFilter extends ListFilters {
  readonly name: string;
}

export const isFiltered = ({ where, words = '', chips = {} }: ListFilters): boolean =>
  where !== '' || words !== '' || Object.values(chips).some(text => text !== '');

const storedName = (projectKey: string, path: string): string => `quayside-filters ${projectKey} ${path}`;

const isFilter = (value: unknown): value is SavedFilter =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as SavedFilter).name === 'string' &&
  typeof (value as SavedFilter).where === 'string';

/** Returns the saved filters; none if the storage contains something else. */
export const readFilters = (projectKey: string, path: string): readonly SavedFilter[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storedName(projectKey, path)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isFilter) : [];
  } catch {
    // Filters that cannot be read are ignored.
    return [];
  }
};

export const writeFilters = (projectKey: string, path: string, filters: readonly SavedFilter[]): void => {
  if (filters.length === 0) localStorage.removeItem(storedName(projectKey, path));
  else localStorage.setItem(storedName(projectKey, path), JSON.stringify(filters));
};
