import type { Static } from '@sinclair/typebox';
import { Shape } from '../../schema/primitives.js';
import { HeaderValue, maskedHeader, ServiceUrl } from '../../schema/externalService.js';

/**
 * The server that introspects a project's external tokens (RFC 7662), with the header that authenticates this service
 * there.
 */
export const ExternalOAuth = Shape({ url: ServiceUrl, authorizationHeader: HeaderValue });

export type ExternalOAuth = Static<typeof ExternalOAuth>;

export const maskExternalOAuth = ({ url, authorizationHeader }: ExternalOAuth): ExternalOAuth => ({
  url,
  authorizationHeader: maskedHeader(authorizationHeader),
});
