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

/** The media type of a Content-Type header without its parameters; empty where the header is missing. */
export const mediaTypeOf = (contentType: string): string => contentType.split(';', 1)[0]!.trim().toLowerCase();

/** Whether a client names a media type and prefers it to JSON; programs that accept anything do not. */
export const prefersMediaType = (accept: string, mediaType: string): boolean => {
  const quality = qualityOf(accept, mediaType);
  return quality > 0 && quality >= qualityOf(accept, 'application/json');
};
