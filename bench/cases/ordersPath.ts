/** The path of a query of orders. */
export const ordersPath = (projectKey: string, query: Readonly<Record<string, string>>): string =>
  `/${projectKey}/orders?${new URLSearchParams(query).toString()}`;
