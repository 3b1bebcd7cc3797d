export const text = (en: string, de: string) => ({ en, de });

/** The identifier of a resource by its key. */
export const byKey = (typeId: string, key: string) => ({ typeId, key });

const germanLetters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** The slug of a name in English or German. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[äöüß]/g, letter => germanLetters[letter]!)
    .replaceAll(' ', '-');
