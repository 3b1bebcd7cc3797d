/** The address of a list with a filter, as the list writes it itself. */
export const listAddress = (projectKey: string, path: string, where: string): string => {
  const filter = { field: 'where', operator: 'eq', value: where };
  const query = new URLSearchParams(Object.entries(filter).map(([name, value]) => [`filters[0][${name}]`, value]));
  return `/${projectKey}/${path}?${query.toString()}`;
};
