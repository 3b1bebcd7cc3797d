/** One shipping method: its price in each zone, as a table of zones and currencies. */
import { Badge, Button, Group, Stack, Table, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '../api/Resource';
import { ChangeAlert } from '../changes/ChangeAlert';
import { useChange } from '../changes/useChange';
import { Section } from '../layout/Section';
import { useAllowed } from '../session/useAllowed';
import { useProject } from '../session/useProject';
import { formatMoney } from '../values/format';
import { ReferenceLabel, ReferenceLink } from '../values/ReferenceLink';
import { useLabels } from '../values/useLabels';
import { ValueView } from '../values/ValueView';
import { RateDialog } from './RateDialog';
import { type Rate, rateIn, type ShippingMethod, type ZoneRate } from './shippingMethod';
import { ZoneDialog } from './ZoneDialog';
import { ScrolledTable } from '../layout/ScrolledTable';

const RateText = ({ rate }: { readonly rate: Rate }) => {
  const { t, i18n } = useTranslation();
  const { price, freeAbove, tiers = [] } = rate;
  return (
    <>
      {formatMoney(price, i18n.language)}
      {freeAbove !== undefined && `, ${t('shipping.freeFrom', { amount: formatMoney(freeAbove, i18n.language) })}`}
      {tiers.length > 0 && `, ${t('shipping.tiers', { count: tiers.length })}`}
    </>
  );
};

interface CellProps {
  readonly zone: string;
  readonly currency: string;
  readonly rate: Rate | undefined;
  /** Undefined if the account may not change it. */
  readonly onOpen: (() => void) | undefined;
}

const Cell = ({ zone, currency, rate, onOpen }: CellProps) => {
  const { t } = useTranslation();
  const text = rate === undefined ? '–' : <RateText rate={rate} />;
  if (onOpen === undefined) return text;
  return (
    <Button
      variant="default"
      size="compact-sm"
      fw={400}
      aria-label={t(rate === undefined ? 'shipping.addRate' : 'shipping.changeRate', { zone, currency })}
      onClick={onOpen}
    >
      {text}
    </Button>
  );
};

interface RatesProps {
  readonly method: ShippingMethod;
  /** Undefined if the account may not change the method. */
  readonly onOpen: ((zoneRate: ZoneRate, currency: string) => void) | undefined;
}

const Rates = ({ method, onOpen }: RatesProps) => {
  const { t } = useTranslation();
  const change = useChange({ path: 'shipping-methods' }, method);
  const { zoneRates } = method;
  const names = useLabels(zoneRates.map(({ zone }) => ({ typeId: 'zone', member: 'id', value: zone.id })));
  const used = zoneRates.flatMap(({ shippingRates }) => shippingRates.map(({ price }) => price.currencyCode));
  const currencies = [...new Set([...useProject().currencies, ...used])];
  if (zoneRates.length === 0) return <Text size="sm">{t('shipping.noZones')}</Text>;
  return (
    <Stack gap="xs">
      <ScrolledTable minWidth={320} label={t('shipping.rates')}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {[t('shipping.zone'), ...currencies].map(heading => (
                <Table.Th key={heading} scope="col">
                  {heading}
                </Table.Th>
              ))}
              {onOpen !== undefined && <Table.Td />}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {zoneRates.map((zoneRate, at) => (
              <Table.Tr key={zoneRate.zone.id}>
                <Table.Th scope="row">
                  <ReferenceLink reference={zoneRate.zone} />
                </Table.Th>
                {currencies.map(currency => (
                  <Table.Td key={currency}>
                    <Cell
                      zone={names[at] ?? ''}
                      currency={currency}
                      rate={rateIn(zoneRate, currency)}
                      onOpen={onOpen && (() => onOpen(zoneRate, currency))}
                    />
                  </Table.Td>
                ))}
                {onOpen !== undefined && (
                  <Table.Td ta="right">
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      aria-label={t('shipping.removeZoneOf', { zone: names[at] })}
                      onClick={() => change.apply([{ action: 'removeZone', zone: zoneRate.zone }])}
                    >
                      {t('shipping.removeZone')}
                    </Button>
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrolledTable>
      <ChangeAlert change={change} resource={method} />
    </Stack>
  );
};

const ShippingOverview = ({ resource }: { readonly resource: Resource }) => {
  const { t } = useTranslation();
  const method = resource as ShippingMethod;
  const mayChange = useAllowed()('POST', '/shipping-methods/{id}');
  const [dialog, setDialog] = useState<ReactNode>();
  const close = (): void => setDialog(undefined);
  const openRate = (zoneRate: ZoneRate, currency: string): void =>
    setDialog(
      <RateDialog
        method={method}
        zoneRate={zoneRate}
        currency={currency}
        title={<ReferenceLabel typeId="zone" member="id" value={zoneRate.zone.id} />}
        onClose={close}
      />,
    );
  const { active, isDefault, key, localizedName, localizedDescription, description, carrier } = method;
  const { taxCategory, predicate, stores, custom } = method;
  const names = { key, localizedName, description, localizedDescription, carrier };
  return (
    <Stack>
      <Group gap="xs">
        <Badge variant="default">{t(active ? 'shipping.active' : 'shipping.inactive')}</Badge>
        {isDefault && <Badge variant="default">{t('shipping.isDefault')}</Badge>}
      </Group>
      <Section title={t('shipping.rates')}>
        <Stack gap="xs" align="start">
          <Rates method={method} onOpen={mayChange ? openRate : undefined} />
          {mayChange && (
            <Button variant="default" onClick={() => setDialog(<ZoneDialog method={method} onClose={close} />)}>
              {t('shipping.addZone')}
            </Button>
          )}
        </Stack>
      </Section>
      <ValueView value={{ taxCategory, predicate, stores, ...names, custom }} typeName="ShippingMethod" />
      {dialog}
    </Stack>
  );
};

export default ShippingOverview;
