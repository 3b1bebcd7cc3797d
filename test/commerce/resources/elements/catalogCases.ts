/** Lists of products and their tailorings, of categories and definitions. */
import {
  attributeDraft,
  categoryDraft,
  fieldDefinition,
  money,
  newKey,
  productDraft,
  productTypeDraft,
  referenceTo,
} from '../../../support/drafts.js';
import type { createProjectApi, Resource } from '../../../support/resourceApi.js';
import { customFieldActions, type ListCase, namedBy } from './ListCase.js';

type Api = Awaited<ReturnType<typeof createProjectApi>>;

const three = ['aa', 'bb', 'cc'];
const label = { en: 'New' };
const assets = three.map(name => ({
  key: name,
  name: { en: name },
  sources: [{ uri: `https://example.com/${name}` }],
}));
const images = three.map(name => ({ url: `https://example.com/${name}.png`, dimensions: { w: 1, h: 1 } }));
const attributes = three.map(name => ({ name, value: `${name} of the draft` }));

const assetActions = (type: Resource, names: object = {}): ListCase['actions'] =>
  namedBy(({ id }) => ({ ...names, assetId: id }))(
    ['changeAssetName', { name: label }],
    ['setAssetKey', { assetKey: 'new' }],
    ['setAssetDescription', { description: label }],
    ['setAssetTags', { tags: ['new'] }],
    ['setAssetSources', { sources: [{ uri: 'https://example.com/new' }] }],
    ...customFieldActions('Asset', type),
    ['removeAsset'],
  );

const asset = { name: label, sources: [{ uri: 'https://example.com/new' }] };
const image = { url: 'https://example.com/new.png', dimensions: { w: 1, h: 1 } };
const ofFirst = { variantId: 1 };
const addAsset = { action: 'addAsset', asset };
const addImage = { action: 'addExternalImage', ...ofFirst, image };
const addAttribute = { action: 'setAttribute', ...ofFirst, name: 'dd', value: 'new' };

const imageActions = (names: object): ListCase['actions'] =>
  namedBy(({ url }) => ({ ...names, imageUrl: url }))(['setImageLabel', { label: 'New' }], ['removeImage']);

const attributeActions = (names: object): ListCase['actions'] =>
  namedBy(({ name }) => ({ ...names, name }))(['setAttribute', { value: 'new' }], ['setAttribute']);

const enumValues = three.map(key => ({ key, label: key }));
const localizedValues = three.map(key => ({ key, label: { en: key } }));

const typeCases = (api: Api): readonly ListCase[] => {
  // Fields of one name have the same type in all Types of a resource type.
  const create = (type: { readonly name: string; readonly values: readonly object[] }) =>
    api.createIn('types', {
      key: newKey('type'),
      name: label,
      resourceTypeIds: [type.name === 'Enum' ? 'order' : 'category'],
      fieldDefinitions: three.map(name => fieldDefinition(name, type)),
    });
  const named = namedBy(({ name }) => ({ fieldName: name }));
  const ofValue = namedBy(() => ({ fieldName: 'bb' }));
  return [
    {
      path: 'types',
      list: 'fieldDefinitions',
      create: () => create({ name: 'Enum', values: enumValues }),
      adds: [{ action: 'addFieldDefinition', fieldDefinition: fieldDefinition('dd', { name: 'String' }) }],
      actions: named(
        ['changeLabel', { label }],
        ['changeInputHint', { inputHint: 'MultiLine' }],
        ['addEnumValue', { value: { key: 'dd', label: 'dd' } }],
        ['changeEnumValueLabel', { value: { key: 'aa', label: 'New' } }],
        ['changeEnumValueOrder', { keys: ['dd', 'cc', 'bb', 'aa'] }],
        ['removeFieldDefinition'],
      ),
    },
    {
      path: 'types',
      list: 'fieldDefinitions',
      create: () => create({ name: 'LocalizedEnum', values: localizedValues }),
      actions: named(
        ['addLocalizedEnumValue', { value: { key: 'dd', label } }],
        ['changeLocalizedEnumValueLabel', { value: { key: 'aa', label } }],
        ['changeLocalizedEnumValueOrder', { keys: ['dd', 'cc', 'bb', 'aa'] }],
      ),
    },
    {
      path: 'types',
      list: 'fieldDefinitions.1.type.values',
      create: () => create({ name: 'Enum', values: enumValues }),
      actions: ofValue(['changeEnumValueLabel', { value: { key: 'bb', label: 'New' } }]),
    },
    {
      path: 'types',
      list: 'fieldDefinitions.1.type.values',
      create: () => create({ name: 'LocalizedEnum', values: localizedValues }),
      actions: ofValue(['changeLocalizedEnumValueLabel', { value: { key: 'bb', label } }]),
    },
  ];
};

const productTypeCases = (api: Api): readonly ListCase[] => {
  // Attributes of one name have the same type in all product types.
  const create = (prefix: string, type: object) =>
    api.createIn('product-types', productTypeDraft(three.map(name => attributeDraft(`${prefix}-${name}`, type))));
  const named = namedBy(({ name }) => ({ attributeName: name }));
  const ofValue = (prefix: string) => namedBy(() => ({ attributeName: `${prefix}-bb` }));
  return [
    {
      path: 'product-types',
      list: 'attributes',
      create: () => create('enum', { name: 'enum', values: enumValues }),
      adds: [{ action: 'addAttributeDefinition', attribute: attributeDraft('enum-dd') }],
      actions: [
        ...named(
          ['changeLabel', { label }],
          ['setInputTip', { inputTip: label }],
          ['changeInputHint', { newValue: 'MultiLine' }],
          ['changeIsSearchable', { isSearchable: false }],
          ['addPlainEnumValue', { value: { key: 'dd', label: 'dd' } }],
          ['changePlainEnumValueLabel', { newValue: { key: 'aa', label: 'New' } }],
          ['changeEnumKey', { key: 'cc', newKey: 'new' }],
          ['removeEnumValues', { keys: ['new'] }],
          ['changeAttributeName', { newAttributeName: 'new' }],
        ),
        ({ name }) => ({ action: 'removeAttributeDefinition', name }),
      ],
    },
    {
      path: 'product-types',
      list: 'attributes',
      create: () => create('lenum', { name: 'lenum', values: localizedValues }),
      actions: named(
        ['addLocalizedEnumValue', { value: { key: 'dd', label } }],
        ['changeLocalizedEnumValueLabel', { newValue: { key: 'aa', label } }],
      ),
    },
    {
      path: 'product-types',
      list: 'attributes.1.type.values',
      create: () => create('value', { name: 'enum', values: enumValues }),
      actions: ofValue('value')(
        ['changePlainEnumValueLabel', { newValue: { key: 'bb', label: 'New' } }],
        ['changeEnumKey', { key: 'bb', newKey: 'new' }],
        ['removeEnumValues', { keys: ['new'] }],
      ),
    },
    {
      path: 'product-types',
      list: 'attributes.1.type.values',
      create: () => create('lvalue', { name: 'lenum', values: localizedValues }),
      actions: ofValue('lvalue')(['changeLocalizedEnumValueLabel', { newValue: { key: 'bb', label } }]),
    },
  ];
};

export const catalogCases = async (api: Api, type: Resource): Promise<readonly ListCase[]> => {
  const { createIn } = api;
  const productType = await createIn(
    'product-types',
    productTypeDraft([...three, 'dd'].map(name => attributeDraft(name))),
  );
  const prices = ['EUR', 'USD', 'GBP'].map(currency => ({ value: money(100, currency) }));
  const variant = (changes: object = {}) => ({ sku: newKey('sku'), assets, images, prices, attributes, ...changes });
  const product = () =>
    createIn(
      'products',
      productDraft({ id: productType.id }, {
        masterVariant: variant(),
        variants: [variant(), variant(), variant()],
      } as never),
    );
  const tailoring = async () => {
    const { id: productId } = await product();
    const store = await createIn('stores', { key: newKey('store') });
    return createIn('product-tailoring', {
      product: { typeId: 'product', id: productId },
      store: referenceTo('store', store),
      variants: [1, 2, 3].map(id => ({ id, assets, images, attributes })),
    });
  };
  const ofMaster = 'masterData.staged.masterVariant';
  return [
    {
      path: 'categories',
      list: 'assets',
      create: () => createIn('categories', categoryDraft({ assets })),
      adds: [addAsset],
      actions: assetActions(type),
    },
    {
      path: 'products',
      list: `${ofMaster}.assets`,
      create: product,
      adds: [{ ...addAsset, ...ofFirst }],
      actions: assetActions(type, { variantId: 1 }),
    },
    {
      path: 'products',
      list: `${ofMaster}.images`,
      create: product,
      adds: [addImage],
      actions: imageActions({ variantId: 1 }),
    },
    {
      path: 'products',
      list: `${ofMaster}.attributes`,
      create: product,
      adds: [addAttribute],
      actions: attributeActions({ variantId: 1 }),
    },
    {
      path: 'products',
      list: `${ofMaster}.prices`,
      create: product,
      adds: [{ action: 'addPrice', ...ofFirst, price: { value: money(1, 'CHF') } }],
      actions: namedBy(({ id }) => ({ priceId: id }))(
        ['setPriceKey', { key: 'new' }],
        ...customFieldActions('ProductPrice', type),
        ['changePrice', { price: { value: money(200, 'USD') } }],
        ['removePrice'],
      ),
    },
    {
      path: 'products',
      list: 'masterData.staged.variants',
      create: product,
      adds: [{ action: 'addVariant', sku: newKey('sku') }],
      actions: [
        ...namedBy(({ id }) => ({ variantId: id }))(
          ['setSku', { sku: newKey('sku') }],
          ['setProductVariantKey', { key: newKey('variant') }],
          ['setAttribute', { name: 'aa', value: 'new' }],
          ['addExternalImage', { image }],
          ['setPrices', { prices: [] }],
          ['addPrice', { price: { value: money(1, 'CHF') } }],
          ['addAsset', { asset }],
        ),
        ({ id }) => ({ action: 'removeVariant', id }),
      ],
    },
    {
      path: 'product-tailoring',
      list: 'staged.variants.0.assets',
      create: tailoring,
      adds: [{ ...addAsset, ...ofFirst }],
      actions: assetActions(type, { variantId: 1 }),
    },
    {
      path: 'product-tailoring',
      list: 'staged.variants.0.images',
      create: tailoring,
      adds: [addImage],
      actions: imageActions({ variantId: 1 }),
    },
    {
      path: 'product-tailoring',
      list: 'staged.variants.0.attributes',
      create: tailoring,
      adds: [addAttribute],
      actions: attributeActions({ variantId: 1 }),
    },
    {
      path: 'product-tailoring',
      list: 'staged.variants',
      create: tailoring,
      adds: [{ action: 'addVariant', id: 4, attributes: [] }],
      actions: [
        ...namedBy(({ id }) => ({ variantId: id }))(
          ['setAttribute', { name: 'aa', value: 'new' }],
          ['addExternalImage', { image }],
          ['setImages', { images: [] }],
          ['addAsset', { asset }],
        ),
        ({ id }) => ({ action: 'removeVariant', id }),
      ],
    },
    ...typeCases(api),
    ...productTypeCases(api),
  ];
};
