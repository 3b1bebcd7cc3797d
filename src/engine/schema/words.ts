/** Turns names on the wire and in the declarations into words of a sentence. */

/** Turns `order-number` into `order number`. */
export const spacedWords = (text: string): string => text.replace(/[-/]/g, ' ').trim();

/** Puts an article before a name: `a quote request`, `an order`. */
export const withArticle = (typeId: string): string => {
  const noun = spacedWords(typeId);
  return `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;
};

const acronyms: ReadonlyMap<string, string> = new Map([
  ['aws', 'AWS'],
  ['http', 'HTTP'],
  ['sku', 'SKU'],
  ['uri', 'URI'],
  ['url', 'URL'],
  ['vat', 'VAT'],
]);

/** The words of a name in camel case: `purchaseOrderNumber` as `purchase order number`. */
export const wordsOf = (name: string): string =>
  (name.match(/OAuth|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [name])
    .map(word => (word === 'OAuth' ? word : word.toLowerCase()))
    .map(word => acronyms.get(word) ?? word)
    .join(' ');

export const capitalized = <T extends string>(text: T): Capitalize<T> =>
  (text.slice(0, 1).toUpperCase() + text.slice(1)) as Capitalize<T>;

/** `order-number`, `setOrderNumber`, `invalid_request` as `OrderNumber`, `SetOrderNumber`, `InvalidRequest`. */
export const pascalCase = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map(capitalized)
    .join('');
