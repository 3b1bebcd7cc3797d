/** One product: its variants, prices, stock and texts in grids, either current or staged, and its publication. */
import { Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CategoryNames } from '../categories/CategoryNames';
import { Section } from '../layout/Section';
import type { Resource } from '../api/Resource';
import { useAllowed } from '../session/useAllowed';
import { ValueView } from '../values/ValueView';
import { textMembers } from './cells';
import type { Product } from './Product';
import { PublicationBadges } from './ProductCell';
import { ProductEditor } from './ProductEditor';

const AttributesDialog = lazy(() => import('./AttributesDialog'));
const CategoriesDialog = lazy(() => import('./CategoriesDialog'));
const PublicationDialog = lazy(() => import('./PublicationDialog'));

type Shown = 'staged' | 'current';

/** Returns the members that no grid shows. */
const othersOf = (product: Product, shown: Shown): object => {
  const {
    masterVariant: _master,
    variants: _variants,
    categories: _categories,
    ...members
  } = product.masterData[shown];
  const texts: ReadonlySet<string> = new Set(textMembers);
  const others = Object.entries(members).filter(([name]) => !texts.has(name));
  return { productType: product.productType, key: product.key, ...Object.fromEntries(others) };
};

interface PublicationProps {
  readonly product: Product;
  /** Absent if the publication cannot be changed. */
  readonly onOpen: (() => void) | undefined;
  readonly shown: Shown;
  readonly onShow: (shown: Shown) => void;
}

/** Shows whether customers see the product, and selects the data that the page shows. */
const Publication = ({ product, onOpen, shown, onShow }: PublicationProps) => {
  const { t } = useTranslation();
  const { published, hasStagedChanges } = product.masterData;
  return (
    <Group gap="xs">
      <PublicationBadges product={product} />
      {onOpen !== undefined && (!published || hasStagedChanges) && (
        <Button onClick={onOpen}>{t('product.publish')}</Button>
      )}
      {onOpen !== undefined && published && (
        <Button variant="default" onClick={onOpen}>
          {t('product.unpublish')}
        </Button>
      )}
      <SegmentedControl
        aria-label={t('product.shown')}
        value={shown}
        onChange={value => onShow(value as Shown)}
        data={(['staged', 'current'] as const).map(value => ({ value, label: t(`product.${value}`) }))}
        ml="auto"
      />
    </Group>
  );
};

const ProductOverview = ({ resource }: { readonly resource: Resource }) => {
  const { t } = useTranslation();
  const product = resource as Product;
  const [shown, setShown] = useState<Shown>('staged');
  const mayChange = useAllowed()('POST', '/products/{id}');
  const isEditable = mayChange && shown === 'staged';
  const [dialog, setDialog] = useState<ReactNode>();
  const onClose = (): void => setDialog(undefined);
  const data = product.masterData[shown];
  return (
    <Stack>
      <Publication
        product={product}
        onOpen={mayChange ? () => setDialog(<PublicationDialog product={product} onClose={onClose} />) : undefined}
        shown={shown}
        onShow={setShown}
      />
      <Section title={t('product.variants')}>
        <ProductEditor
          key={shown}
          product={{ ...product, masterData: { ...product.masterData, staged: data } }}
          isEditable={isEditable}
        />
      </Section>
      <Section title={t('product.categories')}>
        <Stack gap="xs" align="start">
          <CategoryNames references={data.categories ?? []} />
          {isEditable && (
            <Button
              variant="default"
              onClick={() => setDialog(<CategoriesDialog product={product} onClose={onClose} />)}
            >
              {t('product.changeCategories')}
            </Button>
          )}
        </Stack>
      </Section>
      <Section title={t('product.others')}>
        <Stack gap="xs" align="start">
          <ValueView value={othersOf(product, shown)} />
          {isEditable && (
            <Button
              variant="default"
              onClick={() =>
                setDialog(
                  <AttributesDialog
                    product={product}
                    of={{ kind: 'product', attributes: data.attributes ?? [] }}
                    onClose={onClose}
                  />,
                )
              }
            >
              {t('product.changeProductAttributes')}
            </Button>
          )}
        </Stack>
      </Section>
      <Suspense>{dialog}</Suspense>
    </Stack>
  );
};

export default ProductOverview;
