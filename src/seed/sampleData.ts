/** Values of the sample orders. */
export const firstNames =
  'Anna,Ben,Carla,David,Emma,Finn,Greta,Hugo,Ines,Jonas,Klara,Lukas,Mila,Noah,Olga,Paul,Rosa,Sven,Tilda,Yusuf'.split(
    ',',
  );
export const lastNames =
  'Albrecht,Bakker,Conti,Dubois,Engel,Fischer,Garcia,Hansen,Ivanov,Jansen,Keller,Lindberg,Moreau,Novak,Okafor,Peters,Rossi,Schmidt,Tanaka,Vogel'.split(
    ',',
  );
export const streets =
  'Hauptstraße,Lindenallee,Marktplatz,Keizersgracht,Rue de Rivoli,Bahnhofstraße,Gartenweg,Oxford Street,Prinsengracht,Schillerstraße'.split(
    ',',
  );

interface City {
  readonly city: string;
  readonly country: string;
  readonly region: string;
  readonly postalCode: string;
  readonly currencyCode: string;
  /** Tax rate of the country. */
  readonly taxRate: number;
}

const cityOf = ([city, country, region, postalCode, currencyCode, taxRate]: readonly [
  string,
  string,
  string,
  string,
  string,
  number,
]): City => ({ city, country, region, postalCode, currencyCode, taxRate });

export const cities: readonly City[] = (
  [
    ['Berlin', 'DE', 'Berlin', '10115', 'EUR', 0.19],
    ['München', 'DE', 'Bayern', '80331', 'EUR', 0.19],
    ['Hamburg', 'DE', 'Hamburg', '20095', 'EUR', 0.19],
    ['Köln', 'DE', 'Nordrhein-Westfalen', '50667', 'EUR', 0.19],
    ['Amsterdam', 'NL', 'Noord-Holland', '1012 AB', 'EUR', 0.21],
    ['Rotterdam', 'NL', 'Zuid-Holland', '3011 AD', 'EUR', 0.21],
    ['Paris', 'FR', 'Île-de-France', '75001', 'EUR', 0.2],
    ['Lyon', 'FR', 'Auvergne-Rhône-Alpes', '69001', 'EUR', 0.2],
    ['London', 'GB', 'Greater London', 'SW1A 1AA', 'GBP', 0.2],
    ['New York', 'US', 'New York', '10001', 'USD', 0.08],
  ] as const
).map(cityOf);

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
