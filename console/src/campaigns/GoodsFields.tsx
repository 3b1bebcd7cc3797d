/** What a discount is taken off: categories, products, an attribute, or the predicate that says something else. */
import { Checkbox, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sendToProject } from '../api/project';
import { type Page, textOf } from '../api/Resource';
import { ReferenceMultiSelect } from '../find/ReferenceMultiSelect';
import type { AttributeDefinition, ProductType } from '../forms/definitions';
import { useProjectKey } from '../session/useProjectKey';
import type { EnumValue } from '../values/useFieldDefinitions';
import type { Goods } from './conditions';

/** Attributes that one value can be compared with. */
const comparable: ReadonlySet<string> = new Set(['text', 'enum', 'lenum', 'boolean', 'number']);
const typesMax = 500;

interface ChosenAttribute {
  /** Below `attributes`. */
  readonly path: string;
  readonly label: string;
  readonly values?: readonly EnumValue[];
}

const isEnum = ({ type }: AttributeDefinition): boolean => type.name === 'enum' || type.name === 'lenum';

/** The attributes of all product types, each once; none where the account must not read product types. */
const useAttributes = (): readonly ChosenAttribute[] => {
  const projectKey = useProjectKey();
  const { language } = useTranslation().i18n;
  const { data } = useQuery({
    queryKey: ['attributes', projectKey],
    queryFn: () => sendToProject<Page>(projectKey, '/product-types', { query: { limit: typesMax } }),
    retry: false,
  });
  const types = (data?.results ?? []) as unknown as readonly ProductType[];
  const found = new Map<string, ChosenAttribute>();
  for (const definition of types.flatMap(({ attributes }) => attributes)) {
    const { name, label, type } = definition;
    if (!comparable.has(type.name)) continue;
    const path = isEnum(definition) ? `${name}.key` : name;
    found.set(path, { path, label: textOf(label, language) ?? name, values: type.values });
  }
  return [...found.values()];
};

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
