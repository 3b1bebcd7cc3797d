/** A field of words that finds resources while a person types. The list keeps the words in the address of its page. */
import { Loader, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

const waitMs = 250;

interface SearchFieldProps {
  /** The path of the resource type. */
  readonly path: string;
  /** The words of the current search; empty without a search. */
  readonly words: string;
  readonly isSearching: boolean;
  readonly onSearch: (words: string) => void;
  readonly onEnter: (words: string) => void;
}

export const SearchField = ({ path, words, isSearching, onSearch, onEnter }: SearchFieldProps) => {
  const { t } = useTranslation();
  const [text, setText] = useState(words);
  const sent = useRef(words);
  const send = useDebouncedCallback((next: string) => {
    sent.current = next;
    onSearch(next);
  }, waitMs);
  // Another filter of the list ends the search; words that were typed meanwhile stay.
  useEffect(() => {
    if (words === sent.current) return;
    sent.current = words;
    setText(words);
  }, [words]);
  return (
    <TextInput
      type="search"
      label={t('lists.search', { type: t(`types.${path}`, { defaultValue: path }) })}
      description={t(`lists.searchHints.${path}`, { defaultValue: t('lists.searchHint') })}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        send(currentTarget.value.trim());
      }}
      onKeyDown={event => event.key === 'Enter' && onEnter(text.trim())}
      rightSection={isSearching && words !== '' ? <Loader size="xs" aria-hidden /> : null}
    />
  );
};
