import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { AddressRange } from '../config/addressRanges.js';
import { isPrivateAddress, listHas } from './privateAddresses.js';

/** Decides which addresses may be called: public ones, and the private ones that PRIVATE_DESTINATIONS lists. */
export class DestinationPolicy {
  readonly #allowed = new BlockList();

  constructor(privateDestinations: readonly AddressRange[]) {
    for (const { network, prefix, family } of privateDestinations) this.#allowed.addSubnet(network, prefix, family);
  }

  allowsAddress(address: string): boolean {
    return !isPrivateAddress(address) || listHas(this.#allowed, address);
  }

  /** Whether the host of a URL may be called, as its text tells: names are resolved when a connection is made. */
  allowsHost(hostname: string): boolean {
    const address = hostname.replace(/^\[|\]$/g, '');
    return isIP(address) === 0 || this.allowsAddress(address);
  }

  /**
   * Resolves a name to allowed addresses only. The connection is made to these addresses without a second resolution,
   * so the name cannot lead elsewhere meanwhile.
   */
  readonly lookup: LookupFunction = (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
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
