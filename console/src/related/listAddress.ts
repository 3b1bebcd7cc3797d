import type { ChipTexts } from '../lists/chips';

/** The address of a list with a predicate and chips, as the list writes it itself. */
export const listAddress = (projectKey: string, path: string, where: string, chips: ChipTexts = {}): string => {
  const filters = [
    ...(where === '' ? [] : [['where', where]]),
    ...Object.entries(chips).map(([name, text]) => [`chip.${name}`, text]),
  ];
  const query = new URLSearchParams(
    filters.flatMap(([field = '', value = ''], at) =>
      Object.entries({ field, operator: 'eq', value }).map(([name, text]) => [`filters[${at}][${name}]`, text]),
    ),
  );
  return `/${projectKey}/${path}?${query.toString()}`;
};
