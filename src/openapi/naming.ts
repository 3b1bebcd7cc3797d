/** How the description calls things: after what they are called on the wire and in the declarations. */

/** `order-number`, `setOrderNumber`, `invalid_request` as `OrderNumber`, `SetOrderNumber`, `InvalidRequest`. */
export const pascalCase = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map(word => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');

/** `order-number` as `order number`. */
export const spacedWords = (text: string): string => text.replace(/[-/]/g, ' ').trim();

const withArticle = (noun: string): string => `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;

/** `quote-request` as `a quote request`. */
export const withArticle = (typeId: string): string => withArticle(spacedWords(typeId));

/** One segment of a path: `key={key}` is `ByKey`, `{id}` is `ById`. */
const named = (segment: string): string => {
  const [, name] = /\{(\w+)\*?\}/.exec(segment) ?? [];
  return name === undefined ? pascalCase(segment) : `By${pascalCase(name)}`;
};

/** Every operation has a name of its own: `getInStoreOrdersByOrderNumber`. */
export const operationIdOf = (method: string, path: string): string => {
  const rest = path
    .replace('/in-store/key={storeKey}', '/inStore')
    .split('/')
    .filter(segment => segment !== '' && segment !== '{projectKey}');
  return method.toLowerCase() + (rest.length === 0 ? 'Project' : rest.map(named).join(''));
};

/** OpenAPI's templates know no rest of a path. */
export const pathTemplate = (path: string): string => path.replace('*}', '}');
