/**
 * The languages of the console. Another one is a file of texts in each folder and a row of `languages`. The texts of a
 * folder have its name before theirs: `order.cancel`.
 */
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
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

export const chooseLanguage = async (language: Language): Promise<void> => {
  localStorage.setItem(storedName, language);
  await i18next.changeLanguage(language);
};

i18next.on('languageChanged', language => {
  document.documentElement.lang = language;
});

type Texts = Readonly<Record<string, unknown>>;

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
  await i18next.use(initReactI18next).init({
    resources: Object.fromEntries(
      Object.keys(languages).map(language => [language, { translation: textsOf(language) }]),
    ),
    lng: initialLanguage(),
    fallbackLng: 'en',
    // React escapes texts.
    interpolation: { escapeValue: false },
  });
};
