/** The window that changes attributes for which a cell has no text: references, and nested attributes. */
import { Modal, Stack } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { JsonSchema } from '../api/description';
import { ChangeAlert } from '../changes/ChangeAlert';
import { useChange } from '../changes/useChange';
import { useDefinitions } from '../forms/definitions';
import { Loading } from '../layout/Loading';
import { useWholeSchema } from '../resources/useSchema';
import { attributeActions } from './attributes';
import type { Attribute, Product, Variant } from './Product';

/** Forms are half of the application's code, and a page that is only read does not need them. */
const SchemaForm = lazy(() => import('../forms/SchemaForm'));

/** The owner of the attributes. */
export type AttributesOf =
  | { readonly kind: 'variant'; readonly variant: Variant }
  | { readonly kind: 'product'; readonly attributes: readonly Attribute[] };

interface AttributesDialogProps {
  readonly product: Product;
  readonly of: AttributesOf;
  readonly onClose: () => void;
}

const products = { path: 'products' } as const;

/** Returns the part of the schema of the action `addVariant` that the window shows. */
const usePart = ({ kind }: AttributesOf): JsonSchema | undefined => {
  const { t } = useTranslation();
  const whole = useWholeSchema('ProductAddVariantAction');
  return useMemo(() => {
    if (whole === undefined) return undefined;
    const { attributes } = whole.properties ?? {};
    return {
      type: 'object',
      properties: { attributes: { ...attributes, title: t('product.attributes') } },
      attributeLevel: kind === 'product' ? 'Product' : 'Variant',
      $defs: whole.$defs,
    };
  }, [whole, kind, t]);
};

const useTitle = (of: AttributesOf): string => {
  const { t } = useTranslation();
  return of.kind === 'product'
    ? t('product.changeProductAttributes')
    : t('product.changeAttributes', { variant: of.variant.sku ?? of.variant.id });
};

const AttributesDialog = ({ product, of, onClose }: AttributesDialogProps) => {
  const { t } = useTranslation();
  const title = useTitle(of);
  const change = useChange(products, product);
  const schema = usePart(of);
  const definitions = useDefinitions()?.productTypes.find(({ id }) => id === product.productType.id)?.attributes;
  if (schema === undefined || definitions === undefined) return <Loading />;
  const initial = { attributes: of.kind === 'product' ? of.attributes : (of.variant.attributes ?? []) };
  const save = (body: unknown, before: unknown): void => {
    const variantId = of.kind === 'variant' ? of.variant.id : undefined;
    const actions = attributeActions(before as object, body as object, definitions, variantId);
    if (actions.length === 0) onClose();
    else change.apply(actions, onClose);
  };
  return (
    <Modal opened size="lg" onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('order.close') }}>
      <Stack>
        <Suspense fallback={<Loading />}>
          <SchemaForm
            path="products"
            schema={schema}
            resource={product}
            initial={initial}
            submitText={t('order.save')}
            isSaving={change.isSaving}
            onSubmit={save}
          />
        </Suspense>
        {!change.isSaved && !change.isUnchanged && <ChangeAlert change={change} resource={product} />}
      </Stack>
    </Modal>
  );
};

export default AttributesDialog;
