/**
 * The markets in which a price applies. A market has an id that people can write in a file, such as
 * `EUR AT group=trade channel=outlet`, and a label with names.
 */
import type { TFunction } from 'i18next';
import type { Resource } from '../api/Resource';
import { countryName, formatDateTime } from '../values/format';
import { labelOf } from '../values/labelOf';
import type { Price } from './Product';
import { referenced, referenceText } from './references';
import { TextError } from './texts';

export interface Market {
  readonly currencyCode: string;
  readonly country?: string;
  /** The id of the group; the channel is an id, too. */
  readonly customerGroup?: string;
  readonly channel?: string;
  readonly validFrom?: string;
  readonly validUntil?: string;
}

/** The resources that prices and stock refer to. */
export interface Named {
  readonly channels: readonly Resource[];
  readonly customerGroups: readonly Resource[];
}

export const marketOf = ({ value, country, customerGroup, channel, validFrom, validUntil }: Price): Market => ({
  currencyCode: value.currencyCode,
  ...(country !== undefined && { country }),
  ...(customerGroup !== undefined && { customerGroup: customerGroup.id }),
  ...(channel !== undefined && { channel: channel.id }),
  ...(validFrom !== undefined && { validFrom }),
  ...(validUntil !== undefined && { validUntil }),
});

const quoted = (text: string): string => (/\s/.test(text) ? `"${text}"` : text);

export const marketId = (market: Market, { channels, customerGroups }: Named): string =>
  [
    market.currencyCode,
    market.country,
    market.customerGroup && `group=${quoted(referenceText(customerGroups, market.customerGroup))}`,
    market.channel && `channel=${quoted(referenceText(channels, market.channel))}`,
    market.validFrom && `from=${market.validFrom}`,
    market.validUntil && `until=${market.validUntil}`,
  ]
    .filter(part => part !== undefined)
    .join(' ');

const timeOf = (text: string, t: TFunction): string => {
  if (Number.isNaN(Date.parse(text)))
    throw new TextError(t('grid.errors.date', { text, example: '2026-11-30T00:00:00.000Z' }));
  return new Date(text).toISOString();
};

/** Parses the id of a market; an error names the part that the project does not have. */
export const parseMarket = (id: string, { channels, customerGroups }: Named, t: TFunction): Market => {
  const [currencyCode = '', ...parts] = id.match(/(?:[^\s"]|"[^"]*")+/g) ?? [];
  if (!/^[A-Z]{3}$/.test(currencyCode)) throw new TextError(t('grid.errors.market', { market: id }));
  const partOf = (part: string): Partial<Market> => {
    const [name, text = ''] = part.replaceAll('"', '').split(/=(.*)/s);
    if (/^[A-Z]{2}$/.test(part)) return { country: part };
    if (name === 'from') return { validFrom: timeOf(text, t) };
    if (name === 'until') return { validUntil: timeOf(text, t) };
    if (name === 'group') return { customerGroup: referenced('customerGroup', customerGroups, text, t).id };
    if (name === 'channel') return { channel: referenced('channel', channels, text, t).id };
    throw new TextError(t('grid.errors.market', { market: id }));
  };
  return Object.assign({ currencyCode }, ...parts.map(partOf)) as Market;
};

/** Describes the time in which prices are valid; empty for prices without dates. */
export const rangeLabel = ({ validFrom, validUntil }: Market, language: string, t: TFunction): string =>
  [
    validFrom && t('product.from', { time: formatDateTime(validFrom, language) }),
    validUntil && t('product.until', { time: formatDateTime(validUntil, language) }),
  ]
    .filter(part => part !== undefined)
    .join(' ');

export const marketLabel = (market: Market, named: Named, language: string, t: TFunction): string => {
  const nameIn = (resources: readonly Resource[], id: string): string => {
    const found = resources.find(each => each.id === id);
    return found === undefined ? id : labelOf(found, language);
  };
  const { currencyCode, country, customerGroup, channel } = market;
  return [
    currencyCode,
    country && countryName(country, language),
    customerGroup && nameIn(named.customerGroups, customerGroup),
    channel && nameIn(named.channels, channel),
    rangeLabel(market, language, t),
  ]
    .filter(part => part !== undefined && part !== '')
    .join(' · ');
};

/** Returns the members of a draft of a price that describe where it applies. */
export const marketDraft = ({ currencyCode: _currency, customerGroup, channel, ...others }: Market): object => ({
  ...others,
  ...(customerGroup !== undefined && { customerGroup: { typeId: 'customer-group', id: customerGroup } }),
  ...(channel !== undefined && { channel: { typeId: 'channel', id: channel } }),
});

/** Returns the markets of some prices by their ids, those for all customers first. */
export const marketsOf = (prices: readonly Price[], named: Named): ReadonlyMap<string, Market> => {
  const markets = prices.map(marketOf);
  const parts = (market: Market): number => Object.keys(market).length;
  return new Map(
    markets
      .map(market => [marketId(market, named), market] as const)
      .sort(([, one], [, other]) => parts(one) - parts(other)),
  );
};
