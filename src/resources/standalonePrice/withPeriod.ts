import { unchanged } from '../../engine/define/Change.js';
import { assertPriceValidity } from '../shared/priceOf.js';
import type { StandalonePrice } from './members.js';

type Period = Pick<StandalonePrice, 'validFrom' | 'validUntil'>;

/** Changes the period of validity; beforeCommit.ts refuses overlaps before the commit. */
export const withPeriod = (
  { validFrom: previousValidFrom, validUntil: previousValidUntil }: StandalonePrice,
  { validFrom, validUntil }: Period,
  what: 'ValidFrom' | 'ValidUntil' | 'ValidFromAndUntil',
) => {
  if (validFrom === previousValidFrom && validUntil === previousValidUntil) return unchanged;
  assertPriceValidity({ validFrom, validUntil });
  const told = {
    ValidFrom: { validFrom, previousValidFrom },
    ValidUntil: { validUntil, previousValidUntil },
    ValidFromAndUntil: { validFrom, previousValidFrom, validUntil, previousValidUntil },
  };
  return { set: { validFrom, validUntil }, messages: [{ type: `StandalonePrice${what}Set`, ...told[what] }] };
};
