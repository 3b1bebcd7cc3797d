/** Selects the product that a buyer gets, and its variant. */
import { Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sendToProject } from '../api/project';
import { ReferenceSelect } from '../find/ReferenceSelect';
import { type Product, variantsOf } from '../products/Product';
import { useProjectKey } from '../session/useProjectKey';
import type { DiscountValue } from './kinds';

interface GiftFieldsProps {
  readonly value: DiscountValue;
  readonly onChange: (value: DiscountValue) => void;
}

export const GiftFields = ({ value, onChange }: GiftFieldsProps) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const id = value.product?.id;
  const { data } = useQuery({
    queryKey: ['gift', projectKey, id],
    queryFn: () => sendToProject<Product>(projectKey, `/products/${id ?? ''}`),
    enabled: id !== undefined,
  });
  const variants = data === undefined ? [] : variantsOf(data.masterData.current);
  return (
    <Group align="start">
      <ReferenceSelect
        typeId="product"
        member="id"
        label={t('campaign.giftProduct')}
        required
        value={id}
        onChange={next =>
          onChange({
            ...value,
            product: next === undefined ? undefined : { typeId: 'product', id: next },
            // Most products have only one variant.
            variantId: next === undefined ? undefined : 1,
          })
        }
      />
      {id !== undefined && (
        <Select
          label={t('campaign.giftVariant')}
          required
          allowDeselect={false}
          data={variants.map(({ id: variantId, sku }) => ({
            value: String(variantId),
            label: sku ?? t('product.variant', { id: variantId }),
          }))}
          value={value.variantId === undefined ? null : String(value.variantId)}
          onChange={variantId => onChange({ ...value, variantId: Number(variantId) })}
        />
      )}
    </Group>
  );
};
