/** Shows by how much a discount, as entered in the form, would reduce a cart. Nothing is saved. */
import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendToProject } from '../api/project';
import { textOf } from '../api/Resource';
import { send } from '../api/send';
import { ReferenceSelect } from '../find/ReferenceSelect';
import { Section } from '../layout/Section';
import { itemsOf, type PricedLines } from '../lines/PricedLines';
import { useProjectKey } from '../session/useProjectKey';
import { useSession } from '../session/useSession';
import { formatMoney, type Money } from '../values/format';
import { type Campaign, membersOf, typeIdOf } from './campaign';
import { WithReason } from '../layout/WithReason';
import { ErrorAlert } from '../layout/LoadError';

interface Amounts {
  readonly before?: Money;
  readonly after?: Money;
}

interface DiscountTest {
  readonly matchesCart?: boolean;
  readonly matchesStore?: boolean;
  readonly total: Required<Amounts>;
  readonly shipping?: Amounts;
  readonly items: readonly (Amounts & { readonly id: string })[];
}

interface Tried {
  readonly test: DiscountTest;
  readonly cart: PricedLines;
  /** Identifies the tested campaign: after a change of it, the result is no longer valid. */
  readonly name: string;
}

/** The place of a discount that is not saved yet, which is the first one. */
const firstPlace = '0.9999';

const reasonOf = ({ matchesCart, matchesStore }: DiscountTest): string => {
  if (matchesCart === false) return 'campaign.testNoCart';
  return matchesStore === false ? 'campaign.testNoStore' : 'campaign.testNoItem';
};

const Outcome = ({ test, cart }: Tried) => {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const { before, after } = test.total;
  const off = { ...before, centAmount: before.centAmount - after.centAmount };
  const names = new Map(
    itemsOf(cart).map(({ id, name, quantity }) => [id, `${quantity} × ${textOf(name, language) ?? id}`]),
  );
  const rows = [
    ...test.items.map(({ id, ...amounts }) => ({ name: names.get(id) ?? id, ...amounts })),
    ...(test.shipping === undefined ? [] : [{ name: t('campaign.testShipping'), ...test.shipping }]),
  ];
  const text = (money: Money | undefined): string => (money === undefined ? '–' : formatMoney(money, language));
  if (off.centAmount === 0 && rows.length === 0)
    return (
      <Alert color="gray">
        <Text size="sm">{t('campaign.testNothing')}</Text>
        <Text size="sm">{t(reasonOf(test))}</Text>
      </Alert>
    );
  return (
    <Alert color="green">
      <Text fw={600}>{t('campaign.testOff', { amount: text(off), before: text(before), after: text(after) })}</Text>
      <Table>
        <Table.Tbody>
          {rows.map(row => (
            <Table.Tr key={row.name}>
              <Table.Th scope="row" fw={400}>
                {row.name}
              </Table.Th>
              <Table.Td ta="right">{text(row.before)}</Table.Td>
              <Table.Td ta="right">{text(row.after)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Alert>
  );
};

export const CampaignTest = ({ campaign, id }: { readonly campaign: Campaign; readonly id?: string }) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const { data: session } = useSession();
  const [cartId, setCartId] = useState<string>();
  const draft = { ...membersOf(campaign), sortOrder: firstPlace };
  const name = JSON.stringify([cartId, draft]);
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async (): Promise<Tried> => {
      const body = { projectKey, cartId, typeId: typeIdOf[campaign.path], draft, ...(id !== undefined && { id }) };
      const [test, cart] = await Promise.all([
        send<DiscountTest>('/-/discount-tests', { method: 'POST', body }),
        sendToProject<PricedLines>(projectKey, `/carts/${cartId}`),
      ]);
      return { test, cart, name };
    },
  });
  // The server only tests discounts for accounts.
  if (session?.account === undefined) return null;
  return (
    <Section title={t('campaign.test')}>
      <Stack gap="xs">
        <Group align="end">
          <ReferenceSelect
            label={t('campaign.testCart')}
            typeId="cart"
            member="id"
            value={cartId}
            onChange={setCartId}
            comboboxProps={{ withinPortal: true }}
            w={360}
            maw="100%"
          />
          <WithReason reason={cartId === undefined ? t('reason.nothingChosen') : undefined}>
            <Button variant="default" loading={isPending} onClick={() => mutate()}>
              {t('campaign.testRun')}
            </Button>
          </WithReason>
        </Group>
        <div role="status">
          <ErrorAlert error={error} />
          {error === null && data?.name === name && <Outcome {...data} />}
        </div>
      </Stack>
    </Section>
  );
};
