import type { Static } from '@sinclair/typebox';
import { Shape } from '../../schema/primitives.js';
import { HeaderValue, maskedHeader, ServiceUrl } from '../../schema/externalService.js';

/** Where a project's external tokens are introspected (RFC 7662), and how the service proves itself there. */
export const ExternalOAuth = Shape({ url: ServiceUrl, authorizationHeader: HeaderValue });

export type ExternalOAuth = Static<typeof ExternalOAuth>;

export const maskExternalOAuth = ({ url, authorizationHeader }: ExternalOAuth): ExternalOAuth => ({
  url,
  authorizationHeader: maskedHeader(authorizationHeader),
});
