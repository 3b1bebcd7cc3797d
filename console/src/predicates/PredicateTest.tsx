/** Tests a predicate with a stored cart. */
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendToProject } from '../api/project';
import { send } from '../api/send';
import { itemsOf, type PricedLines } from '../lines/PricedLines';
import { textOf } from '../api/Resource';
import { useProjectKey } from '../session/useProjectKey';
import { useSession } from '../session/useSession';
import type { PredicateKind } from './predicateKinds';
import { WithReason } from '../layout/WithReason';
import { ErrorAlert } from '../layout/LoadError';

interface Matches {
  readonly matchesCart?: boolean;
  readonly matchingItemIds?: readonly string[];
}

interface Result extends Matches {
  /** The cart and the predicate of the test: after a change of either, the result is no longer valid. */
  readonly tested: string;
  readonly cart: PricedLines;
}

const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const Outcome = ({ matchesCart, matchingItemIds, cart }: Result) => {
  const { t, i18n } = useTranslation();
  if (matchesCart !== undefined)
    return (
      <Alert color={matchesCart ? 'green' : 'gray'}>{t(matchesCart ? 'predicate.matches' : 'predicate.differs')}</Alert>
    );
  const matching = itemsOf(cart).filter(({ id }) => matchingItemIds?.includes(id));
  if (matching.length === 0) return <Alert color="gray">{t('predicate.noItem')}</Alert>;
  return (
    <Alert color="green">
      <Text size="sm">{t('predicate.items', { count: matching.length, total: itemsOf(cart).length })}</Text>
      {matching.map(({ id, name, quantity, variant, slug }) => (
        <Text key={id} size="sm">
          {`${quantity} × ${textOf(name, i18n.language) ?? id} (${variant?.sku ?? slug ?? ''})`}
        </Text>
      ))}
    </Alert>
  );
};

export const PredicateTest = ({ kind, predicate }: { readonly kind: PredicateKind; readonly predicate: string }) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const { data: session } = useSession();
  const [given, setGiven] = useState('');
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async (): Promise<Result> => {
      const isId = idPattern.test(given);
      const matches = await send<Matches>('/-/predicate-tests', {
        method: 'POST',
        body: {
          projectKey,
          [isId ? 'cartId' : 'cartKey']: given,
          [kind === 'cart' ? 'cartPredicate' : 'itemPredicate']: predicate,
        },
      });
      const path = isId ? `/carts/${given}` : `/carts/key=${encodeURIComponent(given)}`;
      return { ...matches, tested: `${given} ${predicate}`, cart: await sendToProject<PricedLines>(projectKey, path) };
    },
  });
  const empty = [...(predicate === '' ? [t('predicate.text')] : []), ...(given === '' ? [t('predicate.cart')] : [])];
  // The server only tests predicates for accounts.
  if (session?.account === undefined) return null;
  return (
    <Stack gap="xs">
      <Group align="end" gap="xs">
        <TextInput
          label={t('predicate.cart')}
          value={given}
          onChange={({ currentTarget }) => setGiven(currentTarget.value.trim())}
        />
        <WithReason reason={empty[0] === undefined ? undefined : t('reason.empty', { field: empty[0] })}>
          <Button variant="default" loading={isPending} onClick={() => mutate()}>
            {t('predicate.test')}
          </Button>
        </WithReason>
      </Group>
      <div role="status">
        <ErrorAlert error={error} />
        {error === null && data?.tested === `${given} ${predicate}` && <Outcome {...data} />}
      </div>
    </Stack>
  );
};
