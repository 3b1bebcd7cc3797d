/** Describes the effect of a discount in one sentence in the language of the console. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { textOf } from '../api/Resource';
import { formatDateTime, formatMoney } from '../values/format';
import { type Named, useLabels, useLoadLabels } from '../values/useLabels';
import type { Campaign } from './campaign';
import { type Choice, type Goods, goodsOf } from './conditions';
import type { PatternComponent } from './kinds';
import { type ComparedAttribute, useAttributes, useLoadAttributes } from './useAttributes';

const namedIn = (typeId: string, { by, values }: Choice): readonly Named[] =>
  values.map(value => ({ typeId, member: by, value }));

const patterns = ['triggerPattern', 'targetPattern'] as const;
type PatternName = (typeof patterns)[number];

type Parts = Readonly<Record<string, readonly Named[]>>;

/** Returns the resources of goods; `at` distinguishes several goods of one sentence. */
const partsOfGoods = (goods: Campaign['goods'], at = ''): Parts =>
  typeof goods === 'string'
    ? {}
    : {
        [`${at}categories`]: namedIn('category', goods.categories),
        [`${at}products`]: namedIn('product', goods.products),
      };

const goodsIn = ({ predicate }: PatternComponent): Campaign['goods'] => goodsOf(predicate) ?? predicate;
const placeOf = (pattern: PatternName, at: number): string => `${pattern} ${at} `;

/** Returns the resources that a campaign refers to, by the part of the sentence. */
const partsOf = ({ goods, buyers, stores, value, target }: Campaign): Parts => {
  const components = patterns.flatMap(name =>
    (target[name] ?? []).map((each, at) => partsOfGoods(goodsIn(each), placeOf(name, at))),
  );
  return Object.assign(
    {
      groups: typeof buyers === 'string' ? [] : namedIn('customer-group', buyers.groups),
      stores: namedIn('store', { by: 'key', values: stores }),
      gift: value.product === undefined ? [] : namedIn('product', { by: 'id', values: [value.product.id] }),
    },
    partsOfGoods(goods),
    ...components,
  ) as Parts;
};

interface Speech {
  readonly t: TFunction;
  readonly language: string;
  readonly names: Readonly<Record<string, string>>;
  readonly attributes: readonly ComparedAttribute[];
}

/** Describes an attribute and its value by their labels. */
const attributeText = ({ attribute, attributeValue }: Goods, { t, language, attributes }: Speech): string => {
  if (attribute === '') return '';
  const found = attributes.find(({ path }) => path === attribute);
  const value = found?.values?.find(({ key }) => key === attributeValue)?.label;
  return t('campaign.off.attribute', {
    attribute: found?.label ?? attribute.replace(/\.key$/, ''),
    value: textOf(value, language) ?? attributeValue,
  });
};

const itemsText = (goods: Campaign['goods'], at: string, speech: Speech): string => {
  const { t, names } = speech;
  if (typeof goods === 'string') return t('campaign.off.matching', { predicate: goods });
  const [categories = '', products = ''] = [names[`${at}categories`], names[`${at}products`]];
  const isOfAll = products === '' && categories === '' && goods.attribute !== '';
  const all = [
    isOfAll ? t('campaign.off.items') : '',
    products !== '' && categories !== ''
      ? t('campaign.off.productsIn', { products, categories })
      : products + categories,
    attributeText(goods, speech),
  ];
  return all.filter(text => text !== '').join(' ') || t('campaign.off.everything');
};

const countText = ({ minCount = 0, maxCount }: PatternComponent, { t }: Speech): string => {
  if (maxCount === undefined) return minCount === 0 ? '' : t('campaign.count.least', { min: minCount });
  if (minCount === maxCount) return t('campaign.count.exactly', { min: minCount });
  return minCount === 0
    ? t('campaign.count.most', { max: maxCount })
    : t('campaign.count.between', { min: minCount, max: maxCount });
};

/** Describes the items of a pattern: `2 × Jackets and 1 × Caps`. */
const patternText = (name: PatternName, { target }: Campaign, speech: Speech): string =>
  new Intl.ListFormat(speech.language, { type: 'conjunction' }).format(
    (target[name] ?? []).map((each, at) =>
      `${countText(each, speech)} ${itemsText(goodsIn(each), placeOf(name, at), speech)}`.trim(),
    ),
  );

const goodsText = (campaign: Campaign, speech: Speech): string => {
  const { goods, target } = campaign;
  if (target.type === 'totalPrice' || target.type === 'shipping') return speech.t(`campaign.off.${target.type}`);
  return target.type === 'pattern' ? patternText('targetPattern', campaign, speech) : itemsText(goods, '', speech);
};

/** Describes the items that a pattern requires in the cart, and which of them are reduced how often. */
const conditionText = (campaign: Campaign, speech: Speech): string => {
  const { type, selectionMode, maxOccurrence } = campaign.target;
  const trigger = patternText('triggerPattern', campaign, speech);
  return [
    trigger === '' ? '' : speech.t('campaign.forEach', { trigger }),
    type === 'pattern' && selectionMode !== undefined ? speech.t(`campaign.first.${selectionMode}`) : '',
    maxOccurrence === undefined ? '' : speech.t('campaign.atMost', { count: maxOccurrence }),
  ]
    .filter(text => text !== '')
    .join(', ');
};

const amountText = ({ value: { type, permyriad = 0, money = [] } }: Campaign, language: string): string =>
  type === 'relative'
    ? new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(permyriad / 10_000)
    : money.map(each => formatMoney(each, language)).join(' / ') || '…';

const valueText = (campaign: Campaign, speech: Speech): string => {
  const { t, language, names } = speech;
  const { value, target } = campaign;
  const goods = goodsText(campaign, speech);
  const amount = amountText(campaign, language);
  if (value.type === 'giftLineItem') return t('campaign.gift', { product: names.gift || '…' });
  if (value.type === 'external') return t('campaign.external', { goods });
  if (value.type === 'relative' && value.permyriad === undefined) return t('campaign.taken', { amount: '… %', goods });
  if (target.triggerQuantity !== undefined)
    return t(value.type === 'fixed' ? 'campaign.multiBuyFixed' : 'campaign.multiBuy', {
      amount,
      goods,
      count: target.discountedQuantity,
      trigger: target.triggerQuantity,
      context: target.selectionMode,
    });
  return t(value.type === 'fixed' ? 'campaign.fixed' : 'campaign.taken', { amount, goods });
};

const buyersText = ({ buyers }: Campaign, { t, language, names }: Speech): string => {
  if (typeof buyers === 'string') return t('campaign.for.matching', { predicate: buyers });
  const [amount = '', currency] = buyers.leastTotal.split(' ');
  const total =
    currency === undefined
      ? ''
      : new Intl.NumberFormat(language, { style: 'currency', currency }).format(Number(amount));
  return [
    (names.groups ?? '') === '' ? '' : t('campaign.for.groups', { groups: names.groups }),
    total === '' ? '' : t('campaign.for.total', { total }),
  ].join(' ');
};

const timeText = ({ validFrom, validUntil }: Campaign, { t, language }: Speech): string => {
  const from = validFrom && formatDateTime(validFrom, language);
  const until = validUntil && formatDateTime(validUntil, language);
  if (from !== undefined && until !== undefined) return t('campaign.when.between', { from, until });
  if (from !== undefined) return t('campaign.when.from', { from });
  return until === undefined ? '' : t('campaign.when.until', { until });
};

interface Spoken extends Omit<Speech, 'names'> {
  readonly campaign: Campaign;
  readonly code: string;
  /** The labels of the resources that the campaign refers to. */
  readonly labels: readonly string[];
}

const sentenceOf = ({ campaign, code, labels, ...spoken }: Spoken): string => {
  const { t, language } = spoken;
  const alternatives = new Intl.ListFormat(language, { type: 'disjunction' });
  let at = 0;
  const names: Readonly<Record<string, string>> = Object.fromEntries(
    Object.entries(partsOf(campaign)).map(([part, named]) => [
      part,
      alternatives.format(labels.slice(at, (at += named.length))),
    ]),
  );
  const speech: Speech = { ...spoken, names };
  const withCode = campaign.requiresDiscountCode || code !== '';
  return [
    valueText(campaign, speech),
    conditionText(campaign, speech),
    buyersText(campaign, speech),
    (names.stores ?? '') === '' ? '' : t('campaign.for.stores', { stores: names.stores }),
    timeText(campaign, speech),
    withCode ? t(code === '' ? 'campaign.withCode' : 'campaign.withThisCode', { code }) : '',
  ]
    .map(text => text.trim())
    .filter(text => text !== '')
    .join(' ');
};

const namedBy = (campaign: Campaign): readonly Named[] => Object.values(partsOf(campaign)).flat();

const goodsOfAll = ({ goods, target }: Campaign): readonly Campaign['goods'][] => [
  goods,
  ...patterns.flatMap(name => (target[name] ?? []).map(goodsIn)),
];
const hasAttribute = (campaign: Campaign): boolean =>
  goodsOfAll(campaign).some(goods => typeof goods !== 'string' && goods.attribute !== '');

/** Returns the sentence, with the names of resources once they are loaded. `code` is the code of a draft. */
export const useSentence = (campaign: Campaign, code = ''): string => {
  const { t, i18n } = useTranslation();
  const [labels, attributes] = [useLabels(namedBy(campaign)), useAttributes(hasAttribute(campaign))];
  return sentenceOf({ campaign, code, labels, attributes, t, language: i18n.language });
};

/** Returns a function that resolves to the sentence once all names are loaded. */
export const useLoadSentence = (): ((campaign: Campaign) => Promise<string>) => {
  const { t, i18n } = useTranslation();
  const [loadLabels, loadAttributes] = [useLoadLabels(), useLoadAttributes()];
  return async campaign => {
    const labels = await loadLabels(namedBy(campaign));
    const attributes = hasAttribute(campaign) ? await loadAttributes() : [];
    return sentenceOf({ campaign, code: '', labels, attributes, t, language: i18n.language });
  };
};
