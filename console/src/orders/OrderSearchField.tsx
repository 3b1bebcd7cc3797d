/** Words by which orders are found while a person types. The list keeps them in the address of its page. */
import { Loader, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

const waitMs = 250;

interface OrderSearchFieldProps {
  /** The words that the list shows the orders of; empty where it does not search. */
  readonly words: string;
  readonly isSearching: boolean;
  readonly onSearch: (words: string) => void;
}

export const OrderSearchField = ({ words, isSearching, onSearch }: OrderSearchFieldProps) => {
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
      label={t('lists.searchOrders')}
      description={t('lists.searchHint')}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        send(currentTarget.value.trim());
      }}
      rightSection={isSearching && words !== '' ? <Loader size="xs" aria-hidden /> : null}
    />
  );
};
