/** One tax category: its rates by country and state, as a table. */
import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '../api/Resource';
import { ChangeAlert } from '../changes/ChangeAlert';
import { useChange } from '../changes/useChange';
import { Section } from '../layout/Section';
import { useAllowed } from '../session/useAllowed';
import { countryName, formatPercent } from '../values/format';
import { ValueView } from '../values/ValueView';
import { type TaxCategory, type TaxRate, TaxRateDialog } from './TaxRateDialog';
import { ScrolledTable } from '../layout/ScrolledTable';

const RateRow = ({ rate, buttons }: { readonly rate: TaxRate; readonly buttons: ReactNode }) => {
  const { t, i18n } = useTranslation();
  return (
    <Table.Tr>
      <Table.Th scope="row">{countryName(rate.country, i18n.language)}</Table.Th>
      <Table.Td>{rate.state}</Table.Td>
      <Table.Td>{rate.name}</Table.Td>
      <Table.Td ta="right">{formatPercent(rate.amount, i18n.language)}</Table.Td>
      <Table.Td>{t(rate.includedInPrice ? 'setup.included' : 'setup.notIncluded')}</Table.Td>
      {buttons}
    </Table.Tr>
  );
};

interface RateButtonsProps {
  readonly rate: TaxRate;
  readonly onChange: () => void;
  readonly onRemove: () => void;
}

const RateButtons = ({ rate, onChange, onRemove }: RateButtonsProps) => {
  const { t, i18n } = useTranslation();
  const place = [countryName(rate.country, i18n.language), rate.state].filter(Boolean).join(', ');
  return (
    <Table.Td>
      <Group gap="xs" justify="end" wrap="nowrap">
        <Button variant="default" size="compact-sm" aria-label={t('setup.changeRate', { place })} onClick={onChange}>
          {t('detail.change')}
        </Button>
        <Button variant="subtle" size="compact-sm" aria-label={t('setup.removeRate', { place })} onClick={onRemove}>
          {t('setup.remove')}
        </Button>
      </Group>
    </Table.Td>
  );
};

interface RatesProps {
  readonly category: TaxCategory;
  /** Undefined if the account may not change the category. */
  readonly onOpen: ((rate: TaxRate) => void) | undefined;
}

const Rates = ({ category, onOpen }: RatesProps) => {
  const { t } = useTranslation();
  const change = useChange({ path: 'tax-categories' }, category);
  const remove = ({ id }: TaxRate): void => change.apply([{ action: 'removeTaxRate', taxRateId: id }]);
  const placeOf = ({ country, state = '' }: TaxRate): string => `${country} ${state}`;
  const sorted = [...category.rates].sort((a, b) => placeOf(a).localeCompare(placeOf(b)));
  const headings = ['country', 'state', 'rateName', 'percent', 'inPrice'];
  if (sorted.length === 0) return <Text size="sm">{t('setup.noRates')}</Text>;
  return (
    <>
      <ScrolledTable minWidth={320} w="100%" label={t('setup.rates')}>
        <Table verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              {headings.map(heading => (
                <Table.Th key={heading} scope="col" ta={heading === 'percent' ? 'right' : undefined}>
                  {t(`setup.${heading}`)}
                </Table.Th>
              ))}
              {onOpen !== undefined && <Table.Td />}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sorted.map(rate => (
              <RateRow
                key={rate.id}
                rate={rate}
                buttons={
                  onOpen && <RateButtons rate={rate} onChange={() => onOpen(rate)} onRemove={() => remove(rate)} />
                }
              />
            ))}
          </Table.Tbody>
        </Table>
      </ScrolledTable>
      <ChangeAlert change={change} resource={category} />
    </>
  );
};

const TaxCategoryOverview = ({ resource }: { readonly resource: Resource }) => {
  const { t } = useTranslation();
  const category = resource as TaxCategory;
  const { key, description } = category;
  const mayChange = useAllowed()('POST', '/tax-categories/{id}');
  const [opened, setOpened] = useState<TaxRate | 'new'>();
  return (
    <Stack gap="xs">
      <Section title={t('setup.rates')}>
        <Stack gap="xs" align="start">
          <Rates category={category} onOpen={mayChange ? setOpened : undefined} />
          {mayChange && (
            <Button variant="default" onClick={() => setOpened('new')}>
              {t('setup.addRate')}
            </Button>
          )}
        </Stack>
      </Section>
      <ValueView value={{ key, description }} typeName="TaxCategory" />
      {opened !== undefined && (
        <TaxRateDialog
          category={category}
          rate={opened === 'new' ? undefined : opened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Stack>
  );
};

export default TaxCategoryOverview;
