import type { Config } from '../../config/settings.js';

/**
 * Headers that every response has, with the name of the last one, whose value differs: the library writes a name and a
 * value as they are, and one call for all is faster than one for each.
 */
const withCorrelationId = (...lines: readonly string[]): string => [...lines, 'X-Correlation-ID'].join('\r\n');

/** Browsers must not guess another media type than the declared one. */
const nosniff = 'X-Content-Type-Options: nosniff';

/** For plain HTTP, over which Strict-Transport-Security must not be sent (RFC 6797, section 7.2). */
export const plainHeaders = withCorrelationId(nosniff);

/** For the port of the API: with TLS, browsers use HTTPS alone for HSTS_SECONDS. */
export const commonHeaders = ({
  hstsSeconds,
  tlsCertFile,
  behindTlsProxy,
}: Pick<Config, 'hstsSeconds' | 'tlsCertFile' | 'behindTlsProxy'>): string =>
  hstsSeconds > 0 && (tlsCertFile !== '' || behindTlsProxy)
    ? withCorrelationId(nosniff, `Strict-Transport-Security: max-age=${hstsSeconds}`)
    : plainHeaders;
