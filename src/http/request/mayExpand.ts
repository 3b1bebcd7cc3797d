/** Whether a query may have the parameter `expand`. Its name has no other spelling: percent signs expand nothing. */
export const mayExpand = (query: string): boolean => query.includes('expand');
