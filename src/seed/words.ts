/** What seeded orders are made of. */
export const firstNames = [
  'Anna',
  'Ben',
  'Carla',
  'David',
  'Emma',
  'Finn',
  'Greta',
  'Hugo',
  'Ines',
  'Jonas',
  'Klara',
  'Lukas',
  'Mila',
  'Noah',
  'Olga',
  'Paul',
  'Rosa',
  'Sven',
  'Tilda',
  'Yusuf',
];
export const lastNames = [
  'Albrecht',
  'Bakker',
  'Conti',
  'Dubois',
  'Engel',
  'Fischer',
  'Garcia',
  'Hansen',
  'Ivanov',
  'Jansen',
  'Keller',
  'Lindberg',
  'Moreau',
  'Novak',
  'Okafor',
  'Peters',
  'Rossi',
  'Schmidt',
  'Tanaka',
  'Vogel',
];
export const streets = [
  'Hauptstraße',
  'Lindenallee',
  'Marktplatz',
  'Keizersgracht',
  'Rue de Rivoli',
  'Bahnhofstraße',
  'Gartenweg',
  'Oxford Street',
  'Prinsengracht',
  'Schillerstraße',
];

interface City {
  readonly city: string;
  readonly country: string;
  readonly region: string;
  readonly postalCode: string;
  readonly currencyCode: string;
  readonly rate: number;
  readonly locale: string;
}

export const cities: readonly City[] = [
  {
    city: 'Berlin',
    country: 'DE',
    region: 'Berlin',
    postalCode: '10115',
    currencyCode: 'EUR',
    rate: 0.19,
    locale: 'de',
  },
  {
    city: 'München',
    country: 'DE',
    region: 'Bayern',
    postalCode: '80331',
    currencyCode: 'EUR',
    rate: 0.19,
    locale: 'de',
  },
  {
    city: 'Hamburg',
    country: 'DE',
    region: 'Hamburg',
    postalCode: '20095',
    currencyCode: 'EUR',
    rate: 0.19,
    locale: 'de',
  },
  {
    city: 'Köln',
    country: 'DE',
    region: 'Nordrhein-Westfalen',
    postalCode: '50667',
    currencyCode: 'EUR',
    rate: 0.19,
    locale: 'de',
  },
  {
    city: 'Amsterdam',
    country: 'NL',
    region: 'Noord-Holland',
    postalCode: '1012 AB',
    currencyCode: 'EUR',
    rate: 0.21,
    locale: 'nl',
  },
  {
    city: 'Rotterdam',
    country: 'NL',
    region: 'Zuid-Holland',
    postalCode: '3011 AD',
    currencyCode: 'EUR',
    rate: 0.21,
    locale: 'nl',
  },
  {
    city: 'Paris',
    country: 'FR',
    region: 'Île-de-France',
    postalCode: '75001',
    currencyCode: 'EUR',
    rate: 0.2,
    locale: 'fr',
  },
  {
    city: 'Lyon',
    country: 'FR',
    region: 'Auvergne-Rhône-Alpes',
    postalCode: '69001',
    currencyCode: 'EUR',
    rate: 0.2,
    locale: 'fr',
  },
  {
    city: 'London',
    country: 'GB',
    region: 'Greater London',
    postalCode: 'SW1A 1AA',
    currencyCode: 'GBP',
    rate: 0.2,
    locale: 'en',
  },
  {
    city: 'New York',
    country: 'US',
    region: 'New York',
    postalCode: '10001',
    currencyCode: 'USD',
    rate: 0.08,
    locale: 'en',
  },
];

interface Product {
  readonly en: string;
  readonly de: string;
  readonly sku: string;
  readonly centAmount: number;
}

export const products: readonly Product[] = [
  { en: 'Trail running shoe', de: 'Trailrunning-Schuh', sku: 'SHOE-TRAIL', centAmount: 12_990 },
  { en: 'Merino base layer', de: 'Merino-Unterhemd', sku: 'LAYER-MERINO', centAmount: 6_995 },
  { en: 'Insulated bottle', de: 'Thermosflasche', sku: 'BOTTLE-750', centAmount: 2_950 },
  { en: 'Rain jacket', de: 'Regenjacke', sku: 'JACKET-RAIN', centAmount: 18_900 },
  { en: 'Head torch', de: 'Stirnlampe', sku: 'TORCH-400', centAmount: 4_490 },
  { en: 'Day pack, 22 litres', de: 'Tagesrucksack, 22 Liter', sku: 'PACK-22', centAmount: 9_900 },
  { en: 'Trekking poles', de: 'Trekkingstöcke', sku: 'POLES-CARBON', centAmount: 11_500 },
  { en: 'Wool socks', de: 'Wollsocken', sku: 'SOCKS-WOOL', centAmount: 1_690 },
];

export const colours = ['black', 'anthracite', 'forest green', 'navy', 'rust', 'sand'];
export const sizes = ['XS', 'S', 'M', 'L', 'XL', '42', '43', '44'];
export const carriers = ['DHL Paket', 'PostNL', 'Colissimo', 'UPS Standard', 'Royal Mail Tracked'];
