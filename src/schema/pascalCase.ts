/** `order-number`, `setOrderNumber`, `invalid_request` as `OrderNumber`, `SetOrderNumber`, `InvalidRequest`. */
export const pascalCase = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map(word => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
