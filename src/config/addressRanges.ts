/** Ranges of IP addresses, as settings name them. */
import { isIP } from 'node:net';

export interface AddressRange {
  readonly network: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
}

const loopbackRanges: readonly AddressRange[] = [
  { network: '127.0.0.0', prefix: 8, family: 'ipv4' },
  { network: '::1', prefix: 128, family: 'ipv6' },
];

/** Reads `10.0.0.0/8`, `fd00::/8`, a single address, or `loopback`; undefined for other text. */
const parseRange = (text: string): readonly AddressRange[] | undefined => {
  if (text === 'loopback') return loopbackRanges;
  const [network = '', prefixText, ...more] = text.split('/');
  const version = isIP(network);
  if (version === 0 || network.includes('%') || more.length > 0) return undefined;
  const prefixMax = version === 4 ? 32 : 128;
  if (prefixText !== undefined && !/^\d{1,3}$/.test(prefixText)) return undefined;
  const prefix = prefixText === undefined ? prefixMax : Number(prefixText);
  return prefix > prefixMax ? undefined : [{ network, prefix, family: version === 4 ? 'ipv4' : 'ipv6' }];
};

/** Reads ranges with commas between them; undefined where one of them is wrong. */
export const parseAddressRanges = (text: string): readonly AddressRange[] | undefined => {
  const words = text.split(',').map(word => word.trim());
  const ranges = words.filter(word => word !== '').map(parseRange);
  return ranges.includes(undefined) ? undefined : ranges.flatMap(range => range ?? []);
};

/** Prints a range as `10.0.0.0/8`. */
export const printAddressRange = ({ network, prefix }: AddressRange): string => `${network}/${prefix}`;
