import type { ChipTexts } from '../lists/chips';
import { formatListState } from '../lists/listState';

/** Returns the address of a list with a predicate and chips. */
export const listAddress = (projectKey: string, path: string, where: string, chips: ChipTexts = {}): string =>
  `/${projectKey}/${path}?${formatListState({ filters: { where, words: '', chips } })}`;
