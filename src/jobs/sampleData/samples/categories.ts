/** The tree of categories of the outdoor shop, of three levels; the lowest ones have the articles. */
export interface SampleCategory {
  readonly en: string;
  readonly de: string;
  readonly categories: readonly SampleCategory[];
  /** The keys of the articles. */
  readonly articles: readonly string[];
}

const group = (en: string, de: string, ...categories: SampleCategory[]): SampleCategory => ({
  en,
  de,
  categories,
  articles: [],
});
const leaf = (en: string, de: string, ...articles: string[]): SampleCategory => ({ en, de, categories: [], articles });

/** Each leaf has an article that also the smallest shop sells. */
export const categories: readonly SampleCategory[] = [
  group(
    'Clothing',
    'Bekleidung',
    group(
      'Outerwear',
      'Jacken und Regenkleidung',
      leaf('Rain and wind', 'Regen und Wind', 'rain-jacket', 'rain-trousers', 'softshell-jacket', 'wind-vest'),
      leaf('Warm jackets', 'Warme Jacken', 'down-jacket', 'fleece-jacket'),
    ),
    group(
      'Trousers and shirts',
      'Hosen und Hemden',
      leaf('Trousers', 'Hosen', 'trekking-trousers', 'climbing-shorts'),
      leaf('Shirts', 'Hemden', 'merino-shirt', 'base-layer', 'flannel-shirt'),
    ),
    group(
      'Accessories',
      'Accessoires',
      leaf('Hats and gloves', 'Mützen und Handschuhe', 'wool-hat', 'gloves'),
      leaf('Socks', 'Socken', 'wool-socks', 'trail-socks'),
    ),
  ),
  group(
    'Footwear',
    'Schuhe',
    group(
      'Outdoor footwear',
      'Schuhe für draußen',
      leaf('Boots', 'Stiefel', 'hiking-boot', 'winter-boot'),
      leaf('Light shoes', 'Leichte Schuhe', 'approach-shoe', 'trail-shoe'),
    ),
    group(
      'Indoor footwear',
      'Schuhe für drinnen',
      leaf('Hut and climbing hall', 'Hütte und Kletterhalle', 'climbing-shoe', 'hut-slipper'),
    ),
  ),
  group(
    'Equipment',
    'Ausrüstung',
    group(
      'Packs and bags',
      'Rucksäcke und Taschen',
      leaf('Backpacks', 'Rucksäcke', 'day-pack', 'trekking-pack'),
      leaf('Travel bags', 'Reisetaschen', 'duffel-bag'),
    ),
    group(
      'Camping',
      'Camping',
      leaf('Tents', 'Zelte', 'two-person-tent', 'family-tent', 'tarp'),
      leaf('Sleep and light', 'Schlafen und Licht', 'sleeping-bag', 'sleeping-mat', 'camp-lantern', 'head-torch'),
      leaf('Camp kitchen', 'Campingküche', 'insulated-bottle', 'water-filter', 'gas-stove', 'cook-set'),
    ),
    group(
      'On the way',
      'Unterwegs',
      leaf('Climbing', 'Klettern', 'climbing-harness', 'climbing-rope'),
      leaf('Hiking aids', 'Wanderhilfen', 'trekking-poles', 'first-aid-kit'),
    ),
  ),
  group(
    'Provisions',
    'Proviant',
    group(
      'Food',
      'Essen',
      leaf('Snacks', 'Für zwischendurch', 'energy-bar', 'trail-mix'),
      leaf('Meals', 'Mahlzeiten', 'trekking-meal'),
    ),
    group('Drinks', 'Getränke', leaf('Tea', 'Tee', 'mountain-tea')),
  ),
];
