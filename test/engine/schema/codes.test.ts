/** Codes of countries and currencies. */
import { countryCodes, countryPattern, currencyPattern } from '../../../src/engine/schema/primitives.js';
import { test } from '../../support/tap.js';

test('knows the countries of ISO 3166-1, also reserved codes and those of former countries', async t => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  t.equal(new Set(countryCodes).size, 271);
  t.equal(countryCodes.length, 271);
  t.same(
    countryCodes.filter(code => names.of(code) === undefined),
    ['NT', 'SF'],
    'the other ones have a name',
  );
  const given = ['DE', 'XK', 'XI', 'XX', 'ZZ', 'EU', 'UK', 'SU', 'AN', 'de', 'DEU', ''];
  t.same(
    given.filter(code => countryPattern.test(code)),
    ['DE', 'XK', 'EU', 'UK', 'SU', 'AN'],
  );
});

test('knows the currencies of ISO 4217', async t => {
  const given = ['EUR', 'JPY', 'KWD', 'CHF', 'XXQ', 'XYZ', 'eur', 'EURO', ''];
  t.same(
    given.filter(code => currencyPattern.test(code)),
    ['EUR', 'JPY', 'KWD', 'CHF'],
  );
});
