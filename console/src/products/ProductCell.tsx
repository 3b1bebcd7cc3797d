/** A cell of the list of products with its price, stock or publication, and a button that changes it. */
import { Badge, Group, Text, UnstyledButton } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '../api/Resource';
import { useAllowed } from '../session/useAllowed';
import { labelOf } from '../values/labelOf';
import { ValueView } from '../values/ValueView';
import { type ProductColumn, stockOf } from './listColumns';
import type { Product } from './Product';

const QuickEdit = lazy(() => import('./QuickEdit'));
const PublicationDialog = lazy(() => import('./PublicationDialog'));

/** Shows how many pieces are available, and how many variants are out of stock. */
const Stock = ({ product }: { readonly product: Product }) => {
  const { t } = useTranslation();
  const { available, out, variants } = stockOf(product);
  if (available === undefined) return '–';
  return (
    <Group gap={6} wrap="nowrap">
      <span>{available}</span>
      {out > 0 && (
        <Badge component="span" size="sm" variant="dot" color="red" tt="none" fw={500} miw="max-content">
          {t('product.outOfStock', { count: out, variants })}
        </Badge>
      )}
    </Group>
  );
};

export const PublicationBadges = ({ product }: { readonly product: Product }) => {
  const { t } = useTranslation();
  const { published, hasStagedChanges } = product.masterData;
  return (
    <Group gap={4}>
      <Badge component="span" variant="dot" color={published ? 'green' : 'gray'} tt="none" fw={500} miw="max-content">
        {t(published ? 'product.published' : 'product.unpublished')}
      </Badge>
      {published && hasStagedChanges && (
        <Badge component="span" variant="dot" color="yellow" tt="none" fw={500} miw="max-content">
          {t('product.hasStagedChanges')}
        </Badge>
      )}
    </Group>
  );
};

const contentOf = (name: ProductColumn, product: Product, value: unknown): ReactNode => {
  if (name === 'published') return <PublicationBadges product={product} />;
  return name === 'stock' ? <Stock product={product} /> : value === undefined ? '–' : <ValueView value={value} />;
};

interface ProductCellProps {
  readonly name: ProductColumn;
  readonly resource: Resource;
  readonly value: unknown;
}

const ProductCell = ({ name, resource, value }: ProductCellProps) => {
  const { t, i18n } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const mayChange = useAllowed()('POST', '/products/{id}');
  const product = resource as Product;
  const content = contentOf(name, product, value);
  if (!mayChange) return content;
  const onClose = (): void => setIsOpen(false);
  return (
    <>
      <UnstyledButton
        fz="sm"
        aria-haspopup="dialog"
        title={t(`product.quick.${name}`, { product: labelOf(product, i18n.language) })}
        onClick={() => setIsOpen(true)}
      >
        <Text
          span
          inherit
          td={name === 'published' ? undefined : 'underline dotted'}
          style={{ textUnderlineOffset: 4 }}
        >
          {content}
        </Text>
      </UnstyledButton>
      {isOpen && (
        <Suspense>
          {name === 'published' ? (
            <PublicationDialog product={product} onClose={onClose} />
          ) : (
            <QuickEdit product={product} view={name === 'stock' ? 'stock' : 'prices'} onClose={onClose} />
          )}
        </Suspense>
      )}
    </>
  );
};

export default ProductCell;
