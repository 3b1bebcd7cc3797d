/** Tells whether an Accept-Encoding header allows an encoding: named, its quality not 0 (RFC 9110 section 12.5.3). */
export const acceptsEncoding = (acceptEncoding: string, encoding: string): boolean =>
  acceptEncoding.split(',').some(each => {
    const [name = '', ...parameters] = each.split(';').map(part => part.trim().toLowerCase());
    return name === encoding && !parameters.some(part => /^q=0(\.0*)?$/.test(part));
  });
