/** Lists the paths of values that the resource lacks. A reference may come back by its key. */
export const lostIn = (given: unknown, kept: unknown, at: string): string[] => {
  if (Array.isArray(given))
    return given.flatMap((each, index) => lostIn(each, (kept as unknown[] | undefined)?.[index], `${at}[${index}]`));
  if (typeof given !== 'object' || given === null || 'typeId' in given) return kept === undefined ? [at] : [];
  return Object.entries(given).flatMap(([name, value]) =>
    lostIn(value, (kept as Record<string, unknown> | undefined)?.[name], `${at}.${name}`),
  );
};
