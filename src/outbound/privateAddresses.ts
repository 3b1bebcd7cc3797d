/** Tells the addresses that a server must not call: its own machine, its neighbours, the cloud's metadata service. */
import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const privateRanges: readonly (readonly [network: string, prefix: number, family: 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  // IPv6: loopback, translations and tunnels of IPv4, private, link-local, deprecated site-local, multicast.
  ['::', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['::ffff:0:0:0', 96, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['2001::', 32, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
];

const blocked = new BlockList();
for (const [network, prefix, family] of privateRanges) blocked.addSubnet(network, prefix, family);

/**
 * Tells whether an IP address is loopback, link-local, private, shared, multicast or reserved; IPv4 in IPv6 counts as
 * IPv4.
 */
export const isPrivateAddress = (address: string): boolean =>
  blocked.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Tells whether the host of a URL is written as a private address. */
export const isPrivateHost = (hostname: string): boolean => {
  const address = hostname.replace(/^\[|\]$/g, '');
  return isIP(address) !== 0 && isPrivateAddress(address);
};

/** Resolves a name to public addresses only. Runs when the connection is made, so the name cannot change afterwards. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, '', 0);
    const publicAddresses = addresses.filter(({ address }) => !isPrivateAddress(address));
    const [first] = publicAddresses;
    if (first === undefined) return callback(new Error(`${hostname} has no public address`), '', 0);
    if (options.all === true) return callback(null, publicAddresses);
    callback(null, first.address, first.family);
  });
};
