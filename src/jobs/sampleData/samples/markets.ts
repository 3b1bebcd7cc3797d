/** The countries that the shop sells to. */
export interface Market {
  readonly country: string;
  readonly currency: string;
  /** A language of the project. */
  readonly locale: string;
  readonly people: 'german' | 'dutch' | 'french' | 'english';
  readonly zone: string;
  readonly phonePrefix: string;
  readonly carrier: string;
  readonly taxName: string;
  readonly taxRate: number;
  readonly reducedTaxRate: number;
  readonly isTaxIncluded: boolean;
  readonly cities: readonly (readonly [city: string, region: string, postalCode: string])[];
}

export const markets: readonly Market[] = [
  {
    country: 'DE',
    currency: 'EUR',
    locale: 'de',
    people: 'german',
    zone: 'germany',
    phonePrefix: '+49 30',
    carrier: 'DHL Paket',
    taxName: 'MwSt.',
    taxRate: 0.19,
    reducedTaxRate: 0.07,
    isTaxIncluded: true,
    cities: [
      ['Berlin', 'Berlin', '10115'],
      ['München', 'Bayern', '80331'],
      ['Hamburg', 'Hamburg', '20095'],
      ['Köln', 'Nordrhein-Westfalen', '50667'],
      ['Freiburg im Breisgau', 'Baden-Württemberg', '79098'],
      ['Garmisch-Partenkirchen', 'Bayern', '82467'],
    ],
  },
  {
    country: 'AT',
    currency: 'EUR',
    locale: 'de',
    people: 'german',
    zone: 'europe',
    phonePrefix: '+43 1',
    carrier: 'Österreichische Post',
    taxName: 'USt.',
    taxRate: 0.2,
    reducedTaxRate: 0.1,
    isTaxIncluded: true,
    cities: [
      ['Wien', 'Wien', '1010'],
      ['Innsbruck', 'Tirol', '6020'],
      ['Salzburg', 'Salzburg', '5020'],
    ],
  },
  {
    country: 'CH',
    currency: 'CHF',
    locale: 'de',
    people: 'german',
    zone: 'switzerland',
    phonePrefix: '+41 44',
    carrier: 'Die Post',
    taxName: 'MWST',
    taxRate: 0.081,
    reducedTaxRate: 0.026,
    isTaxIncluded: true,
    cities: [
      ['Zürich', 'Zürich', '8001'],
      ['Bern', 'Bern', '3011'],
      ['Chur', 'Graubünden', '7000'],
    ],
  },
  {
    country: 'NL',
    currency: 'EUR',
    locale: 'en',
    people: 'dutch',
    zone: 'europe',
    phonePrefix: '+31 20',
    carrier: 'PostNL',
    taxName: 'BTW',
    taxRate: 0.21,
    reducedTaxRate: 0.09,
    isTaxIncluded: true,
    cities: [
      ['Amsterdam', 'Noord-Holland', '1012 AB'],
      ['Utrecht', 'Utrecht', '3511 AA'],
      ['Rotterdam', 'Zuid-Holland', '3011 AD'],
    ],
  },
  {
    country: 'FR',
    currency: 'EUR',
    locale: 'en',
    people: 'french',
    zone: 'europe',
    phonePrefix: '+33 1',
    carrier: 'Colissimo',
    taxName: 'TVA',
    taxRate: 0.2,
    reducedTaxRate: 0.055,
    isTaxIncluded: true,
    cities: [
      ['Paris', 'Île-de-France', '75001'],
      ['Grenoble', 'Auvergne-Rhône-Alpes', '38000'],
      ['Lyon', 'Auvergne-Rhône-Alpes', '69001'],
    ],
  },
  {
    country: 'GB',
    currency: 'GBP',
    locale: 'en',
    people: 'english',
    zone: 'united-kingdom',
    phonePrefix: '+44 20',
    carrier: 'Royal Mail',
    taxName: 'VAT',
    taxRate: 0.2,
    reducedTaxRate: 0.05,
    isTaxIncluded: true,
    cities: [
      ['London', 'Greater London', 'SW1A 1AA'],
      ['Keswick', 'Cumbria', 'CA12 5JR'],
      ['Edinburgh', 'Scotland', 'EH1 1YZ'],
    ],
  },
  {
    country: 'US',
    currency: 'USD',
    locale: 'en',
    people: 'english',
    zone: 'united-states',
    phonePrefix: '+1 303',
    carrier: 'UPS',
    taxName: 'Sales tax',
    taxRate: 0.08,
    reducedTaxRate: 0.03,
    isTaxIncluded: false,
    cities: [
      ['Denver', 'Colorado', '80202'],
      ['Seattle', 'Washington', '98101'],
      ['Burlington', 'Vermont', '05401'],
    ],
  },
];

/** Half of the customers live in Germany. */
export const marketWeights: Readonly<Record<string, number>> = { DE: 50, AT: 10, CH: 9, NL: 8, FR: 7, GB: 10, US: 6 };
