/** Error messages that the documentation of the SDK contains. */
import { test } from '../../support/tap.js';
import { errorEntry } from '../../../src/base/errors/ApiError.js';
import type { ErrorCode, ErrorValues } from '../../../src/base/errors/errorTable.js';

const documented: readonly (readonly [rule: string, code: ErrorCode, values: object, message: string])[] = [
  [
    'error.4c7c7',
    'DuplicateAttributeValues',
    { attributes: [] },
    'The set of attributes must be unique across all variants.',
  ],
  [
    'error.fa59b',
    'DuplicatePriceKey',
    { key: 'main', conflictingPrice: {} },
    'Duplicate price key: main. The price key must be unique per variant.',
  ],
  [
    'error.88567',
    'DuplicatePriceScope',
    { priceScope: 'EUR, DE', conflictingPrices: [] },
    'Duplicate price scope: EUR, DE. The combination of currency, country, customerGroup and channel must be ' +
      'unique for each price of a product variant.',
  ],
  [
    'error.0532d',
    'DuplicateStandalonePriceScope',
    { sku: 'A-1', currency: 'EUR' },
    'Duplicate standalone price scope for SKU: A-1. The combination of SKU, currency, country, customerGroup, ' +
      'channel, validFrom and validUntil must be unique for each standalone price.',
  ],
  [
    'error.04e17',
    'EnumValueIsUsed',
    { enumKeys: 'red, blue', attributeName: 'color' },
    'red, blue is used by some products and cannot be deleted because the color attribute is required.',
  ],
  ['error.7d808', 'EnumValuesMustMatch', {}, 'The given values must be equal to the existing enum values.'],
  [
    'error.783b0',
    'LanguageUsedInStores',
    {},
    'Language(s) in use by a store cannot be deleted. Remove them in all the stores of this project first.',
  ],
  [
    'error.64564',
    'ReferenceExists',
    { verb: 'delete', typeId: 'zone' },
    'Can not delete a zone while it is referenced by at least one resource.',
  ],
];

for (const [rule, code, values, message] of documented)
  test(`${code} has the documented message (${rule})`, t => {
    t.equal(errorEntry(code, values as ErrorValues<typeof code>).message, message);
    t.end();
  });
