import { BlockList, isIP, type LookupFunction } from 'node:net';
import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import type { AddressRange } from '../config/valueKinds.js';

/* A server must not call its own machine, its neighbours and the cloud's metadata service by order of a client. */

const privateRanges: readonly (readonly [network: string, prefix: number, family: 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  // Shared by the customers of a carrier; 100.100.100.200 is the metadata service of Alibaba Cloud.
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  // Link-local, with the metadata services of AWS (also 169.254.170.2), Azure, Google, Oracle and others.
  ['169.254.0.0', 16, 'ipv4'],
  // A public address that inside Azure is the host of the virtual machine.
  ['168.63.129.16', 32, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  // 192.0.0.192 is the metadata service of Oracle Cloud.
  ['192.0.0.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  // IPv6: loopback, translations and tunnels of IPv4, discarded, private, link-local, deprecated site-local, multicast.
  ['::', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['::ffff:0:0:0', 96, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['2001::', 32, 'ipv6'],
  // Private, with the metadata services of AWS (fd00:ec2::254), Google (fd20:ce::254) and Scaleway (fd00:42::42).
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
];

const blocked = new BlockList();
for (const [network, prefix, family] of privateRanges) blocked.addSubnet(network, prefix, family);

/** Tells whether a list has an address, with or without the zone of a link-local address; IPv4 in IPv6 is IPv4. */
const listHas = (list: BlockList, address: string): boolean => {
  const [bare = ''] = address.split('%');
  return list.check(bare, isIP(bare) === 6 ? 'ipv6' : 'ipv4');
};

/**
 * Tells whether an IP address is loopback, link-local, private, shared, multicast or reserved, or a metadata service
 * of a cloud.
 */
export const isPrivateAddress = (address: string): boolean => listHas(blocked, address);

/** Resolves a name to all of its addresses, as `lookup` of node:dns does. */
export type ResolveName = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/** Decides which addresses may be called: public ones, and the private ones that PRIVATE_DESTINATIONS lists. */
export class DestinationPolicy {
  readonly #allowed = new BlockList();

  constructor(
    privateDestinations: readonly AddressRange[],
    private readonly resolveName: ResolveName = lookup,
  ) {
    for (const { network, prefix, family } of privateDestinations) this.#allowed.addSubnet(network, prefix, family);
  }

  allowsAddress(address: string): boolean {
    return !isPrivateAddress(address) || listHas(this.#allowed, address);
  }

  /** Tells by its text whether the host of a URL may be called; names are resolved when a connection is made. */
  allowsHost(hostname: string): boolean {
    const address = hostname.replace(/^\[|\]$/g, '');
    return isIP(address) === 0 || this.allowsAddress(address);
  }

  /**
   * Resolves a name to allowed addresses only. The connection is made to these addresses without a second resolution,
   * so the name cannot lead elsewhere meanwhile.
   */
  readonly lookup: LookupFunction = (hostname, options, callback) => {
    this.resolveName(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '', 0);
      const allowed = addresses.filter(({ address }) => this.allowsAddress(address));
      const [first] = allowed;
      if (first === undefined)
        return callback(new Error(`${hostname} has no public address, and none that is allowed`), '', 0);
      if (options.all === true) return callback(null, allowed);
      callback(null, first.address, first.family);
    });
  };
}
