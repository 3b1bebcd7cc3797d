/** Finds orders while a person types: by order number, email, name, address or item, with the search of orders. */
import { Loader, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/ApiError';
import { sendToProject } from '../api/project';
import { errorText } from '../resources/errorText';
import { useProjectKey } from '../session/useProjectKey';

interface SearchPage {
  readonly hits: readonly { readonly id: string }[];
}

const waitMs = 250;
const hitsMax = 100;

/** Words anywhere in the order, or the beginning of its number or email. */
const queryOf = (value: string): object => ({
  or: [
    { fullText: { field: 'all', value } },
    { prefix: { field: 'orderNumber', value, caseInsensitive: true } },
    { prefix: { field: 'customerEmail', value, caseInsensitive: true } },
  ],
});

/** A predicate for the orders that were found; one that no order matches where there are none. */
const predicateOf = ({ hits }: SearchPage): string =>
  `id in (${hits.length === 0 ? '"none"' : hits.map(({ id }) => `"${id}"`).join(', ')})`;

export const OrderSearchField = ({ onFound }: { readonly onFound: (where: string) => void }) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const [text, setText] = useState('');
  const hasFound = useRef(false);
  const [searched] = useDebouncedValue(text.trim(), waitMs);
  const { data, error, isFetching } = useQuery({
    queryKey: ['order search', projectKey, searched],
    queryFn: ({ signal }) =>
      sendToProject<SearchPage>(projectKey, '/orders/search', {
        method: 'POST',
        body: { query: queryOf(searched), limit: hitsMax },
        signal,
      }),
    enabled: searched !== '',
    retry: false,
  });
  useEffect(() => {
    if (searched !== '') {
      if (data === undefined) return;
      hasFound.current = true;
      onFound(predicateOf(data));
    } else if (hasFound.current) {
      // A filter of the page's address stays as long as nothing was searched.
      hasFound.current = false;
      onFound('');
    }
    // The list gives a new function with each rendering.
    // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  }, [searched, data]);
  const isOff = error instanceof ApiError && error.statusCode === 404;
  return (
    <div>
      <TextInput
        type="search"
        label={t('lists.searchOrders')}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        rightSection={isFetching ? <Loader size="xs" aria-hidden /> : null}
      />
      {error !== null && searched !== '' && (
        <Text size="sm" role="alert">
          {isOff ? t('lists.searchIsOff') : errorText(error, t)}
        </Text>
      )}
    </div>
  );
};
