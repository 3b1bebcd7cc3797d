/** One product: its variants and prices in a grid, as published or as prepared, and its publication. */
import { Badge, Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CategoryNames } from '../categories/CategoryNames';
import { ChangeAlert } from '../changes/ChangeAlert';
import { useChange } from '../changes/useChange';
import { Section } from '../layout/Section';
import type { Resource } from '../api/Resource';
import { useAllowed } from '../session/useAllowed';
import { ValueView } from '../values/ValueView';
import { AttributesDialog, type AttributesOf } from './AttributesDialog';
import { PriceDialog } from './PriceDialog';
import { type Product, variantsOf } from './Product';
import { SkuDialog } from './SkuDialog';
import { type VariantCommands, VariantGrid } from './VariantGrid';

const products = { path: 'products' } as const;

const Publication = ({ product }: { readonly product: Product }) => {
  const { t } = useTranslation();
  const change = useChange(products, product);
  const mayChange = useAllowed()('POST', '/products/{id}');
  const { published, hasStagedChanges } = product.masterData;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Badge color={published ? 'green.9' : 'gray.7'}>
          {t(published ? 'product.published' : 'product.unpublished')}
        </Badge>
        {hasStagedChanges && <Badge variant="default">{t('product.hasStagedChanges')}</Badge>}
        {mayChange && (
          <>
            <Button
              disabled={published && !hasStagedChanges}
              loading={change.isSaving}
              onClick={() => change.apply([{ action: 'publish' }])}
            >
              {t('product.publish')}
            </Button>
            <Button variant="default" disabled={!published} onClick={() => change.apply([{ action: 'unpublish' }])}>
              {t('product.unpublish')}
            </Button>
            <Button
              variant="default"
              disabled={!hasStagedChanges}
              onClick={() => change.apply([{ action: 'revertStagedChanges' }])}
            >
              {t('product.revert')}
            </Button>
          </>
        )}
      </Group>
      <ChangeAlert change={change} resource={product} />
    </Stack>
  );
};

type Shown = 'staged' | 'current';

const ProductOverview = ({ resource }: { readonly resource: Resource }) => {
  const { t } = useTranslation();
  const product = resource as Product;
  const [shown, setShown] = useState<Shown>('staged');
  const mayChange = useAllowed()('POST', '/products/{id}') && shown === 'staged';
  const [dialog, setDialog] = useState<ReactNode>();
  const onClose = (): void => setDialog(undefined);
  const data = product.masterData[shown];
  const { masterVariant, variants: _variants, categories = [], ...members } = data;
  const changeAttributes = (of: AttributesOf): void =>
    setDialog(<AttributesDialog product={product} of={of} onClose={onClose} />);
  const commands: VariantCommands = {
    changeAttributes: variant => changeAttributes({ kind: 'variant', variant }),
    changeSku: variant => setDialog(<SkuDialog product={product} variant={variant} onClose={onClose} />),
    addPrice: variant => setDialog(<PriceDialog product={product} variant={variant} onClose={onClose} />),
    changePrice: (variant, price) =>
      setDialog(<PriceDialog product={product} variant={variant} price={price} onClose={onClose} />),
  };
  return (
    <Stack>
      <Publication product={product} />
      <SegmentedControl
        aria-label={t('product.shown')}
        value={shown}
        onChange={value => setShown(value as Shown)}
        data={(['staged', 'current'] as const).map(value => ({ value, label: t(`product.${value}`) }))}
        w="fit-content"
      />
      <Section title={t('product.variants')}>
        <Stack gap="xs" align="start">
          <VariantGrid
            variants={variantsOf(data)}
            masterId={masterVariant.id}
            commands={mayChange ? commands : undefined}
          />
          {mayChange && (
            <Button variant="default" onClick={() => changeAttributes({ kind: 'newVariant' })}>
              {t('product.addVariant')}
            </Button>
          )}
        </Stack>
      </Section>
      <Section title={t('product.categories')}>
        <CategoryNames references={categories} />
      </Section>
      <Section title={t('product.text')}>
        <Stack gap="xs" align="start">
          <ValueView value={{ productType: product.productType, key: product.key, ...members }} />
          {mayChange && (
            <Button
              variant="default"
              onClick={() => changeAttributes({ kind: 'product', attributes: data.attributes ?? [] })}
            >
              {t('product.changeProductAttributes')}
            </Button>
          )}
        </Stack>
      </Section>
      {dialog}
    </Stack>
  );
};

export default ProductOverview;
