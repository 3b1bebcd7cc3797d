import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { actionLabel, hintLabel, memberLabel, noWords, splitWords, valueLabel, type WordTable } from './words';

/** The namespace of the words in the texts of a language. */
export const wordsNamespace = 'words';

export interface Words {
  readonly member: (name: string, typeName?: string) => string;
  /** Returns the label of a value; the value itself if the member is not an enum. */
  readonly value: (member: string, value: string) => string;
  /** Returns the label of an enum's value in the API description, which the table may not contain yet. */
  readonly enumValue: (member: string, value: string) => string;
  readonly action: (name: string, typeName?: string) => string;
  readonly hint: (description: string) => string | undefined;
}

/** The words of the language of the console. */
export const useWords = (): Words => {
  const { i18n } = useTranslation();
  const { language } = i18n;
  return useMemo(() => {
    const table = (i18n.getResourceBundle(language, wordsNamespace) as WordTable | undefined) ?? noWords;
    return {
      member: (name, typeName) => memberLabel(table, name, typeName),
      value: (member, value) => valueLabel(table, member, value) ?? value,
      enumValue: (member, value) => valueLabel(table, member, value) ?? splitWords(value),
      action: (name, typeName) => actionLabel(table, name, typeName),
      hint: description => hintLabel(table, description),
    };
  }, [i18n, language]);
};
