/** The articles of the outdoor shop; each is made in several series. */
export type ProductTypeKey = 'clothing' | 'footwear' | 'equipment' | 'provisions';

export interface Article {
  readonly key: string;
  readonly en: string;
  readonly de: string;
  readonly productType: ProductTypeKey;
  /** Price in euro cents. */
  readonly centAmount: number;
  readonly weightInGram: number;
  readonly picture: string;
}

type Row = readonly [key: string, en: string, de: string, centAmount: number, weightInGram: number, picture: string];

const rows: Readonly<Record<ProductTypeKey, readonly Row[]>> = {
  clothing: [
    ['rain-jacket', 'rain jacket', 'Regenjacke', 18_995, 410, 'jacket'],
    ['down-jacket', 'down jacket', 'Daunenjacke', 24_995, 380, 'jacket'],
    ['softshell-jacket', 'softshell jacket', 'Softshelljacke', 13_995, 450, 'jacket'],
    ['fleece-jacket', 'fleece jacket', 'Fleecejacke', 8_995, 340, 'jacket'],
    ['wind-vest', 'wind vest', 'Windweste', 6_995, 160, 'jacket'],
    ['trekking-trousers', 'trekking trousers', 'Trekkinghose', 11_995, 390, 'trousers'],
    ['rain-trousers', 'rain trousers', 'Regenhose', 9_995, 290, 'trousers'],
    ['climbing-shorts', 'climbing shorts', 'Klettershorts', 5_995, 210, 'trousers'],
    ['merino-shirt', 'merino shirt', 'Merinoshirt', 6_995, 150, 'shirt'],
    ['base-layer', 'base layer', 'Funktionsunterwäsche', 5_495, 170, 'shirt'],
    ['flannel-shirt', 'flannel shirt', 'Flanellhemd', 6_495, 260, 'shirt'],
    ['wool-hat', 'wool hat', 'Wollmütze', 2_995, 70, 'hat'],
    ['gloves', 'touring gloves', 'Tourenhandschuhe', 4_495, 110, 'hat'],
    ['wool-socks', 'wool socks', 'Wollsocken', 1_695, 80, 'socks'],
    ['trail-socks', 'trail running socks', 'Laufsocken', 1_495, 50, 'socks'],
  ],
  footwear: [
    ['hiking-boot', 'hiking boot', 'Wanderstiefel', 19_995, 1_150, 'boot'],
    ['approach-shoe', 'approach shoe', 'Zustiegsschuh', 14_995, 820, 'boot'],
    ['trail-shoe', 'trail running shoe', 'Trailrunningschuh', 12_995, 560, 'boot'],
    ['winter-boot', 'winter boot', 'Winterstiefel', 16_995, 1_300, 'boot'],
    ['climbing-shoe', 'climbing shoe', 'Kletterschuh', 11_995, 480, 'boot'],
    ['hut-slipper', 'hut slipper', 'Hüttenschuh', 3_995, 240, 'boot'],
  ],
  equipment: [
    ['day-pack', 'day pack', 'Tagesrucksack', 9_995, 820, 'pack'],
    ['trekking-pack', 'trekking pack', 'Trekkingrucksack', 21_995, 1_900, 'pack'],
    ['duffel-bag', 'duffel bag', 'Reisetasche', 8_995, 1_050, 'pack'],
    ['two-person-tent', 'two-person tent', 'Zweipersonenzelt', 34_995, 2_300, 'tent'],
    ['family-tent', 'family tent', 'Familienzelt', 54_995, 8_900, 'tent'],
    ['tarp', 'tarp', 'Tarp', 10_995, 640, 'tent'],
    ['sleeping-bag', 'sleeping bag', 'Schlafsack', 22_995, 980, 'bag'],
    ['sleeping-mat', 'sleeping mat', 'Isomatte', 12_995, 470, 'bag'],
    ['trekking-poles', 'trekking poles', 'Trekkingstöcke', 11_495, 460, 'poles'],
    ['climbing-harness', 'climbing harness', 'Klettergurt', 7_995, 350, 'poles'],
    ['climbing-rope', 'climbing rope', 'Kletterseil', 16_995, 3_600, 'poles'],
    ['head-torch', 'head torch', 'Stirnlampe', 4_495, 90, 'lamp'],
    ['camp-lantern', 'camp lantern', 'Campinglaterne', 3_495, 210, 'lamp'],
    ['insulated-bottle', 'insulated bottle', 'Thermosflasche', 2_995, 340, 'bottle'],
    ['water-filter', 'water filter', 'Wasserfilter', 3_995, 120, 'bottle'],
    ['gas-stove', 'gas stove', 'Gaskocher', 5_995, 180, 'lamp'],
    ['cook-set', 'cook set', 'Topfset', 6_495, 620, 'bottle'],
    ['first-aid-kit', 'first aid kit', 'Erste-Hilfe-Set', 2_795, 260, 'pack'],
  ],
  provisions: [
    ['energy-bar', 'energy bar', 'Energieriegel', 295, 60, 'food'],
    ['trail-mix', 'trail mix', 'Studentenfutter', 695, 250, 'food'],
    ['trekking-meal', 'trekking meal', 'Trekkingmahlzeit', 895, 180, 'food'],
    ['mountain-tea', 'mountain tea', 'Bergtee', 545, 100, 'food'],
  ],
};

export const articles: readonly Article[] = (Object.keys(rows) as ProductTypeKey[]).flatMap(productType =>
  rows[productType].map(([key, en, de, centAmount, weightInGram, picture]) => ({
    key,
    en,
    de,
    productType,
    centAmount,
    weightInGram,
    picture,
  })),
);

/** Series are named after mountains and fells. */
export const series =
  'Karwendel,Stubai,Lofoten,Dolomiti,Cairngorm,Sarek,Pyrene,Tatra,Rondane,Vercors,Silvretta,Rhön,Triglav,Helvellyn'.split(
    ',',
  );

/** A value of an enumeration with its name in English and German, and a code for SKUs. */
export interface Choice {
  readonly key: string;
  readonly en: string;
  readonly de: string;
  readonly code: string;
}
export type Colour = Choice & { readonly hex: string };

export const colours: readonly Colour[] = [
  { key: 'black', en: 'black', de: 'schwarz', code: 'BLK', hex: '2b2b2b' },
  { key: 'forest', en: 'forest green', de: 'waldgrün', code: 'FOR', hex: '2f5d3a' },
  { key: 'navy', en: 'navy', de: 'marineblau', code: 'NAV', hex: '1f3a5f' },
  { key: 'rust', en: 'rust', de: 'rostrot', code: 'RUS', hex: 'a4452c' },
  { key: 'sand', en: 'sand', de: 'sandfarben', code: 'SAN', hex: 'c9b28b' },
  { key: 'glacier', en: 'glacier blue', de: 'gletscherblau', code: 'GLA', hex: '7fb2c9' },
];

export const flavours: readonly Choice[] = [
  { key: 'nut', en: 'nut', de: 'Nuss', code: 'NUT' },
  { key: 'berry', en: 'berry', de: 'Beere', code: 'BER' },
  { key: 'apple', en: 'apple', de: 'Apfel', code: 'APP' },
];

export const clothingSizes = ['XS', 'S', 'M', 'L', 'XL'];
export const shoeSizes = ['38', '39', '40', '41', '42', '43', '44', '45'];
