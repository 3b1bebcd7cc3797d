/**
 * Where a price applies. A market has an id that people can write in a file, `EUR AT group=trade channel=outlet`, and a
 * label with names.
 */
import type { TFunction } from 'i18next';
import type { Resource } from '../api/Resource';
import { formatDateTime } from '../values/format';
import { labelOf } from '../values/labelOf';
import type { Price } from './Product';

export interface Market {
  readonly currencyCode: string;
  readonly country?: string;
  /** Ids. */
  readonly customerGroup?: string;
  readonly channel?: string;
  readonly validFrom?: string;
  readonly validUntil?: string;
}

/** What prices and stock refer to. */
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

/** The key of a resource where it has one, since a person can read it. */
export const keyOf = (resources: readonly Resource[], id: string): string => {
  const key = resources.find(each => each.id === id)?.key;
  return typeof key === 'string' ? key : id;
};

export const idOf = (resources: readonly Resource[], key: string): string | undefined =>
  resources.find(each => each.key === key || each.id === key)?.id;

export const marketId = (market: Market, { channels, customerGroups }: Named): string =>
  [
    market.currencyCode,
    market.country,
    market.customerGroup && `group=${keyOf(customerGroups, market.customerGroup)}`,
    market.channel && `channel=${keyOf(channels, market.channel)}`,
    market.validFrom && `from=${market.validFrom}`,
    market.validUntil && `until=${market.validUntil}`,
  ]
    .filter(part => part !== undefined)
    .join(' ');

/** The market of an id; undefined where it is none, or names a group or channel that there is not. */
export const parseMarket = (id: string, { channels, customerGroups }: Named): Market | undefined => {
  const [currencyCode = '', ...parts] = id.trim().split(/\s+/);
  let market: Market | undefined = /^[A-Z]{3}$/.test(currencyCode) ? { currencyCode } : undefined;
  for (const part of parts) {
    const [name, value = ''] = part.split(/=(.*)/);
    if (market === undefined) return undefined;
    if (/^[A-Z]{2}$/.test(part)) market = { ...market, country: part };
    else if (name === 'from') market = { ...market, validFrom: value };
    else if (name === 'until') market = { ...market, validUntil: value };
    else if (name === 'group' || name === 'channel') {
      const found = idOf(name === 'group' ? customerGroups : channels, value);
      market = found === undefined ? undefined : { ...market, [name === 'group' ? 'customerGroup' : 'channel']: found };
    } else return undefined;
  }
  return market;
};

export const marketLabel = (market: Market, named: Named, language: string, t: TFunction): string => {
  const nameIn = (resources: readonly Resource[], id: string): string => {
    const found = resources.find(each => each.id === id);
    return found === undefined ? id : labelOf(found, language);
  };
  const { currencyCode, country, customerGroup, channel, validFrom, validUntil } = market;
  return [
    currencyCode,
    country && new Intl.DisplayNames(language, { type: 'region' }).of(country),
    customerGroup && nameIn(named.customerGroups, customerGroup),
    channel && nameIn(named.channels, channel),
    validFrom && t('product.from', { time: formatDateTime(validFrom, language) }),
    validUntil && t('product.until', { time: formatDateTime(validUntil, language) }),
  ]
    .filter(part => part !== undefined)
    .join(' · ');
};

/** The members of a draft of a price that say where it applies. */
export const marketDraft = ({ currencyCode: _currency, customerGroup, channel, ...others }: Market): object => ({
  ...others,
  ...(customerGroup !== undefined && { customerGroup: { typeId: 'customer-group', id: customerGroup } }),
  ...(channel !== undefined && { channel: { typeId: 'channel', id: channel } }),
});

/** The markets of some prices by their ids, those of all customers first. */
export const marketsOf = (prices: readonly Price[], named: Named): ReadonlyMap<string, Market> => {
  const markets = prices.map(marketOf);
  const parts = (market: Market): number => Object.keys(market).length;
  return new Map(
    markets
      .map(market => [marketId(market, named), market] as const)
      .sort(([, one], [, other]) => parts(one) - parts(other)),
  );
};
