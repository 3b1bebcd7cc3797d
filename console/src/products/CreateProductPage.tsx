/** A new product with the data to find it: more variants, prices, texts and pictures are added on its page. */
import { Alert, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type Resource, textOf } from '../api/Resource';
import { ReferenceMultiSelect } from '../find/ReferenceMultiSelect';
import { ReferenceSelect } from '../find/ReferenceSelect';
import { type AttributeDefinition, type ProductType, useDefinitions } from '../forms/definitions';
import { ErrorAlert } from '../layout/LoadError';
import { Loading } from '../layout/Loading';
import { CheckedForm, SubmitButton } from '../numbers/CheckedForm';
import { NumberField } from '../numbers/NumberField';
import { useCreateResource } from '../resources/useResource';
import { mainLanguage, useProject } from '../session/useProject';
import { useProjectKey } from '../session/useProjectKey';
import { useWords } from '../words/useWords';
import { type NewProduct, productDraft, slugOf } from './newProduct';
import { choicesOf, isTextType, TextError } from './texts';
import { CreateTitle } from '../layout/CreateTitle';

interface FieldsProps {
  readonly product: NewProduct;
  readonly onChange: (changes: Partial<NewProduct>) => void;
}

/** The field of an attribute that the API requires. */
const AttributeField = ({
  definition: { name, label, type },
  product: { attributes },
  onChange,
}: FieldsProps & { readonly definition: AttributeDefinition }) => {
  const { t, i18n } = useTranslation();
  const choices = choicesOf(type, i18n.language, t);
  const shared = { label: textOf(label, i18n.language) ?? name, required: true };
  const set = (text: string): void => onChange({ attributes: { ...attributes, [name]: text } });
  return choices === undefined ? (
    <TextInput {...shared} value={attributes[name] ?? ''} onChange={({ currentTarget }) => set(currentTarget.value)} />
  ) : (
    <Select
      {...shared}
      data={[...new Set(choices)]}
      searchable
      value={attributes[name] ?? null}
      onChange={next => set(next ?? '')}
    />
  );
};

const Fields = ({ product, onChange }: FieldsProps) => {
  const { t, i18n } = useTranslation();
  const words = useWords();
  const { languages, currencies } = useProject();
  const [currency = 'EUR'] = currencies;
  const language = mainLanguage(languages, i18n.language);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput
        label={languages.length === 1 ? words.member('name') : t('campaign.nameIn', { language })}
        required
        autoFocus
        value={product.name}
        onChange={({ currentTarget: { value } }) =>
          onChange({ name: value, ...(product.slug === slugOf(product.name) && { slug: slugOf(value) }) })
        }
      />
      <TextInput
        label={words.member('slug', 'Product')}
        description={t('product.slugHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        value={product.slug}
        onChange={({ currentTarget }) => onChange({ slug: currentTarget.value })}
      />
      <TextInput
        label="SKU"
        value={product.sku}
        onChange={({ currentTarget }) => onChange({ sku: currentTarget.value })}
      />
      <NumberField
        label={t('product.priceIn', { currency })}
        min={0}
        currency={currency}
        value={product.amount}
        onChange={amount => onChange({ amount })}
      />
      <ReferenceMultiSelect
        label={t('product.categories')}
        typeId="category"
        member="id"
        value={product.categories}
        onChange={categories => onChange({ categories })}
      />
      <ReferenceSelect
        label={words.member('taxCategory', 'Product')}
        typeId="tax-category"
        member="id"
        value={product.taxCategory}
        onChange={taxCategory => onChange({ taxCategory })}
      />
    </SimpleGrid>
  );
};

const isComplete = ({ name, slug, attributes }: NewProduct, needed: readonly AttributeDefinition[]): boolean =>
  name.trim() !== '' &&
  slug !== '' &&
  needed.every(each => isTextType(each.type) && (attributes[each.name] ?? '').trim() !== '');

/** Sends the draft, after a check that each text is a value of its attribute. */
const useCreate = () => {
  const { t, i18n } = useTranslation();
  const projectKey = useProjectKey();
  const navigate = useNavigate();
  const { languages, currencies } = useProject();
  const { mutate, error, isPending } = useCreateResource<Resource>('products');
  const [refusal, setRefusal] = useState<string>();
  const create = (product: NewProduct, type: ProductType): void => {
    setRefusal(undefined);
    try {
      const [language, [currency = 'EUR']] = [mainLanguage(languages, i18n.language), currencies];
      const draft = productDraft(product, { type, language, currency, t });
      mutate(draft, { onSuccess: ({ id }) => void navigate(`/${projectKey}/products/${id}`) });
    } catch (reason) {
      if (!(reason instanceof TextError)) throw reason;
      setRefusal(reason.message);
    }
  };
  return { create, error, refusal, isPending };
};

const TypeField = ({ productTypes, product, onChange }: FieldsProps & { productTypes: readonly ProductType[] }) => {
  const { t } = useTranslation();
  const words = useWords();
  if (productTypes.length === 0) return <Alert>{t('product.noProductTypes')}</Alert>;
  if (productTypes.length === 1) return null;
  return (
    <Select
      label={words.member('productType', 'Product')}
      required
      searchable
      data={productTypes.map(({ id, name }) => ({ value: id, label: name }))}
      value={product.productType ?? null}
      onChange={next => onChange({ productType: next ?? undefined, attributes: {} })}
    />
  );
};

const NeededFields = ({ needed, ...fields }: FieldsProps & { readonly needed: readonly AttributeDefinition[] }) => {
  const { t, i18n } = useTranslation();
  const unknown = needed.filter(({ type }) => !isTextType(type));
  const names = unknown.map(({ name, label }) => textOf(label, i18n.language) ?? name).join(', ');
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {needed
          .filter(each => !unknown.includes(each))
          .map(each => (
            <AttributeField key={each.name} definition={each} {...fields} />
          ))}
      </SimpleGrid>
      {names !== '' && <Alert>{t('product.neededElsewhere', { names })}</Alert>}
    </>
  );
};

const CreateProductPage = () => {
  const { t } = useTranslation();
  const productTypes = useDefinitions()?.productTypes;
  const { create, error, refusal, isPending } = useCreate();
  const [product, setProduct] = useState<NewProduct>({ name: '', slug: '', sku: '', categories: [], attributes: {} });
  if (productTypes === undefined) return <Loading />;
  const fields = {
    product,
    onChange: (changes: Partial<NewProduct>): void => setProduct({ ...product, ...changes }),
  };
  const [only, ...others] = productTypes;
  const type = productTypes.find(({ id }) => id === product.productType) ?? (others.length === 0 ? only : undefined);
  const needed = type?.attributes.filter(({ isRequired }) => isRequired) ?? [];
  return (
    <Stack maw={960}>
      <CreateTitle>{t('product.create')}</CreateTitle>
      <Text size="sm">{t('product.createHint')}</Text>
      <CheckedForm
        missing={type !== undefined && isComplete(product, needed) ? undefined : t('reason.productIncomplete')}
        onSubmit={() => type !== undefined && create(product, type)}
      >
        <Stack>
          <TypeField productTypes={productTypes} {...fields} />
          <Fields {...fields} />
          <NeededFields needed={needed} {...fields} />
          <ErrorAlert error={error} />
          {refusal !== undefined && <Alert color="red">{refusal}</Alert>}
          <Group>
            <SubmitButton loading={isPending}>{t('create.submit')}</SubmitButton>
          </Group>
        </Stack>
      </CheckedForm>
    </Stack>
  );
};

export default CreateProductPage;
