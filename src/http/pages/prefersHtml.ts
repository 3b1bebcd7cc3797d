/** The quality of a media range in an Accept header (RFC 9110 section 12.5.1); 0 where it is not named. */
const qualityOf = (accept: string, range: string): number => {
  for (const each of accept.split(',')) {
    const [name = '', ...parameters] = each.split(';').map(part => part.trim().toLowerCase());
    if (name !== range) continue;
    const quality = parameters.find(part => part.startsWith('q='));
    return quality === undefined ? 1 : Number(quality.slice(2)) || 0;
  }
  return 0;
};

/** Whether a client asks for a page by name and prefers it to JSON; programs that accept anything do not. */
export const prefersHtml = (accept: string): boolean => {
  const html = qualityOf(accept, 'text/html');
  return html > 0 && html >= qualityOf(accept, 'application/json');
};
