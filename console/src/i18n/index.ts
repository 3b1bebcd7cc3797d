/**
 * The languages of the console. Another one is a file of texts in each folder and a row of `languages`. The texts of a
 * folder have its name before theirs: `order.cancel`.
 */
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { wordsNamespace } from '../words/useWords';

export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

const storedName = 'quayside-language';

const isLanguage = (value: string | null): value is Language => value !== null && Object.hasOwn(languages, value);

/** The chosen language, otherwise the first of the browser's languages that there is. */
const initialLanguage = (): Language => {
  const stored = localStorage.getItem(storedName);
  if (isLanguage(stored)) return stored;
  return navigator.languages.map(each => each.slice(0, 2)).find(isLanguage) ?? 'en';
};

type Texts = Readonly<Record<string, unknown>>;

/** The words of the API by their file. They are many, and a browser needs one language. */
const words = import.meta.glob<Texts>('../words/*.json', { import: 'default' });

const loadWords = async (language: Language): Promise<void> => {
  if (i18next.hasResourceBundle(language, wordsNamespace)) return;
  i18next.addResourceBundle(language, wordsNamespace, await words[`../words/${language}.json`]?.());
};

export const chooseLanguage = async (language: Language): Promise<void> => {
  localStorage.setItem(storedName, language);
  await loadWords(language);
  await i18next.changeLanguage(language);
};

i18next.on('languageChanged', language => {
  document.documentElement.lang = language;
});

/** All texts by their file: `./de.json`, `./order/de.json`. */
const files = import.meta.glob<Texts>('./**/*.json', { eager: true, import: 'default' });

const textsOf = (language: string): Texts =>
  Object.fromEntries(
    Object.entries(files).flatMap(([file, texts]) => {
      const parts = file.split('/').slice(1);
      if (parts.pop() !== `${language}.json`) return [];
      const [area] = parts;
      return area === undefined ? Object.entries(texts) : [[area, texts]];
    }),
  );

export const startTranslations = async (): Promise<void> => {
  const lng = initialLanguage();
  await i18next.use(initReactI18next).init({
    resources: Object.fromEntries(
      Object.keys(languages).map(language => [language, { translation: textsOf(language) }]),
    ),
    lng,
    fallbackLng: 'en',
    // React escapes texts.
    interpolation: { escapeValue: false },
  });
  await loadWords(lng);
};
