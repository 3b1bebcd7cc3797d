/**
 * The languages of the console. To add one, add a file of texts to each folder and a row to `languages`. The texts of a
 * folder have its name as a prefix: `order.cancel`.
 */
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { wordsNamespace } from '../words/useWords';

export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

const storedName = 'quayside-language';

const isLanguage = (value: string | null): value is Language => value !== null && Object.hasOwn(languages, value);

/** Returns the chosen language, otherwise the first language of the browser that is available. */
const initialLanguage = (): Language => {
  const stored = localStorage.getItem(storedName);
  if (isLanguage(stored)) return stored;
  return navigator.languages.map(each => each.slice(0, 2)).find(isLanguage) ?? 'en';
};

type Texts = Readonly<Record<string, unknown>>;

/** The words of the API by their file. They are loaded per language, since there are many. */
const words = import.meta.glob<Texts>('../words/*.json', { import: 'default' });

/** The texts of a language by their file: `./de.json`, `./order/de.json`. */
const files = { en: () => import('./en'), de: () => import('./de') } as const;

const load = async (language: Language): Promise<void> => {
  if (i18next.hasResourceBundle(language, wordsNamespace)) return;
  const [table, { default: texts }] = await Promise.all([words[`../words/${language}.json`]?.(), files[language]()]);
  const areas = Object.entries(texts).flatMap(([file, area]): (readonly [string, unknown])[] => {
    const [name = '', ...rest] = file.split('/').slice(1);
    return rest.length === 0 ? Object.entries(area) : [[name, area]];
  });
  i18next.addResourceBundle(language, 'translation', Object.fromEntries(areas));
  i18next.addResourceBundle(language, wordsNamespace, table);
};

export const chooseLanguage = async (language: Language): Promise<void> => {
  localStorage.setItem(storedName, language);
  await load(language);
  await i18next.changeLanguage(language);
};

i18next.on('languageChanged', language => {
  document.documentElement.lang = language;
});

export const startTranslations = async (): Promise<void> => {
  const lng = initialLanguage();
  await i18next.use(initReactI18next).init({
    resources: {},
    lng,
    // React escapes texts.
    interpolation: { escapeValue: false },
  });
  await load(lng);
};
