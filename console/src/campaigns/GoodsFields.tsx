/** The goods of a discount: categories, products, an attribute, or a predicate that expresses something else. */
import { Checkbox, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { textOf } from '../api/Resource';
import { ReferenceMultiSelect } from '../find/ReferenceMultiSelect';
import type { Goods } from './conditions';
import { useAttributes } from './useAttributes';

interface GoodsFieldsProps {
  readonly goods: Goods | string;
  readonly onChange: (goods: Goods | string) => void;
}

const AttributeFields = ({ goods, onChange }: { readonly goods: Goods; readonly onChange: (goods: Goods) => void }) => {
  const { t, i18n } = useTranslation();
  const attributes = useAttributes();
  const { attribute, attributeValue } = goods;
  const values = attributes.find(({ path }) => path === attribute)?.values;
  const known = attributes.map(({ path, label }) => ({ value: path, label }));
  const change = (value: string | null): void => onChange({ ...goods, attributeValue: value ?? '' });
  return (
    <>
      <Select
        label={t('campaign.attribute')}
        data={attribute === '' || known.some(({ value }) => value === attribute) ? known : [...known, attribute]}
        value={attribute === '' ? null : attribute}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('form.clear', { label: t('campaign.attribute') }) }}
        onChange={next => onChange({ ...goods, attribute: next ?? '', attributeValue: '' })}
      />
      {attribute !== '' &&
        (values === undefined ? (
          <TextInput
            label={t('campaign.attributeValue')}
            value={attributeValue}
            onChange={({ currentTarget }) => change(currentTarget.value)}
          />
        ) : (
          <Select
            label={t('campaign.attributeValue')}
            data={values.map(({ key, label }) => ({ value: key, label: textOf(label, i18n.language) ?? key }))}
            value={attributeValue === '' ? null : attributeValue}
            searchable
            onChange={change}
          />
        ))}
    </>
  );
};

export const GoodsFields = ({ goods, onChange }: GoodsFieldsProps) => {
  const { t } = useTranslation();
  if (typeof goods === 'string')
    return (
      <Textarea
        label={t('campaign.goodsPredicate')}
        autosize
        required
        value={goods}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  const { categories, products, isDeep } = goods;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Stack gap="xs">
        <ReferenceMultiSelect
          label={t('campaign.categories')}
          typeId="category"
          member={categories.by}
          value={categories.values}
          onChange={values => onChange({ ...goods, categories: { ...categories, values } })}
        />
        {categories.values.length > 0 && (
          <Checkbox
            label={t('campaign.isDeep')}
            checked={isDeep}
            onChange={({ currentTarget }) => onChange({ ...goods, isDeep: currentTarget.checked })}
          />
        )}
      </Stack>
      <ReferenceMultiSelect
        label={t('campaign.products')}
        typeId="product"
        member={products.by}
        value={products.values}
        onChange={values => onChange({ ...goods, products: { ...products, values } })}
      />
      <AttributeFields goods={goods} onChange={onChange} />
    </SimpleGrid>
  );
};
