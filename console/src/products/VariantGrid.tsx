/** The variants of a product as a grid: a column for each attribute, and the prices of each variant. */
import { Anchor, Badge, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../values/format';
import { ValueView } from '../values/ValueView';
import type { Price, Variant } from './Product';

export interface VariantCommands {
  readonly changeAttributes: (variant: Variant) => void;
  readonly changeSku: (variant: Variant) => void;
  readonly addPrice: (variant: Variant) => void;
  readonly changePrice: (variant: Variant, price: Price) => void;
}

interface VariantGridProps {
  readonly variants: readonly Variant[];
  readonly masterId: number;
  /** Absent where the variants are only shown. */
  readonly commands?: VariantCommands;
}

const attributeNames = (variants: readonly Variant[]): readonly string[] => [
  ...new Set(variants.flatMap(({ attributes = [] }) => attributes.map(({ name }) => name))),
];

/** Where a price applies: its country, customer group, channel and time. */
const PriceScope = ({ price }: { readonly price: Price }) => {
  const { country, customerGroup, channel, validFrom, validUntil } = price;
  const scope = Object.entries({ country, customerGroup, channel, validFrom, validUntil }).filter(
    ([, value]) => value !== undefined,
  );
  return scope.length === 0 ? null : <ValueView value={Object.fromEntries(scope)} />;
};

const Prices = ({ variant, commands }: Pick<VariantGridProps, 'commands'> & { readonly variant: Variant }) => {
  const { t, i18n } = useTranslation();
  return (
    <Stack gap={4} align="start">
      {(variant.prices ?? []).map(price => (
        <Group key={price.id} gap="xs">
          {commands === undefined ? (
            <Text size="sm">{formatMoney(price.value, i18n.language)}</Text>
          ) : (
            <Anchor component="button" size="sm" onClick={() => commands.changePrice(variant, price)}>
              {formatMoney(price.value, i18n.language)}
            </Anchor>
          )}
          <PriceScope price={price} />
        </Group>
      ))}
      {commands !== undefined && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={t('product.addPrice', { variant: variant.sku ?? variant.id })}
          onClick={() => commands.addPrice(variant)}
        >
          {t('product.add')}
        </Button>
      )}
    </Stack>
  );
};

const Sku = ({ variant, commands }: Pick<VariantGridProps, 'commands'> & { readonly variant: Variant }) => {
  const { t } = useTranslation();
  if (commands === undefined) return <Text size="sm">{variant.sku}</Text>;
  return (
    <Anchor component="button" size="sm" onClick={() => commands.changeSku(variant)}>
      {variant.sku ?? t('product.noSku')}
    </Anchor>
  );
};

export const VariantGrid = ({ variants, masterId, commands }: VariantGridProps) => {
  const { t } = useTranslation();
  const names = attributeNames(variants);
  const columns = ['id', 'sku', 'prices', 'images'] as const;
  return (
    <Table.ScrollContainer
      w="100%"
      minWidth={500 + 120 * names.length}
      type="native"
      tabIndex={0}
      role="group"
      aria-label={t('product.variants')}
    >
      <Table>
        <Table.Thead>
          <Table.Tr>
            {columns.map(column => (
              <Table.Th key={column} scope="col">
                {t(`product.columns.${column}`)}
              </Table.Th>
            ))}
            {names.map(name => (
              <Table.Th key={name} scope="col">
                {name}
              </Table.Th>
            ))}
            {commands !== undefined && <Table.Th scope="col">{t('product.attributes')}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {variants.map(variant => (
            <Table.Tr key={variant.id}>
              <Table.Td>
                <Group gap="xs" wrap="nowrap">
                  {variant.id}
                  {variant.id === masterId && <Badge variant="default">{t('product.master')}</Badge>}
                </Group>
              </Table.Td>
              <Table.Td>
                <Sku variant={variant} commands={commands} />
              </Table.Td>
              <Table.Td>
                <Prices variant={variant} commands={commands} />
              </Table.Td>
              <Table.Td>{variant.images?.length ?? 0}</Table.Td>
              {names.map(name => (
                <Table.Td key={name}>
                  <ValueView value={variant.attributes?.find(each => each.name === name)?.value} />
                </Table.Td>
              ))}
              {commands !== undefined && (
                <Table.Td>
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={t('product.changeAttributes', { variant: variant.sku ?? variant.id })}
                    onClick={() => commands.changeAttributes(variant)}
                  >
                    {t('product.change')}
                  </Button>
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
};
