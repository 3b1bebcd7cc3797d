import { assertKeyPair, readPemFile } from '../../config/pemFiles.js';

/** Paths of the certificate and the private key of a port, both in PEM. */
export interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** Throws a ConfigError for a certificate that cannot be used: uWebSockets.js would end the process. */
export const assertTlsUsable = ({ certFile, keyFile }: TlsFiles): void =>
  assertKeyPair(readPemFile('TLS_CERT_FILE', certFile), readPemFile('TLS_KEY_FILE', keyFile));
