import { useEffect, useState } from 'react';

const TOKEN_BYTES = 16;

export interface LinkToken {
  readonly token: string;
  readonly sha256: string;
}

const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Random token of a link with its hash, made in this browser: the server never stores the token.
 * Undefined until it is made, and where the browser has no crypto, as without https.
 */
export function useLinkToken(): LinkToken | undefined {
  const [linkToken, setLinkToken] = useState<LinkToken>();
  useEffect(() => {
    const token = hexOf(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)));
    crypto.subtle
      ?.digest('SHA-256', new TextEncoder().encode(token))
      .then((hash) => setLinkToken({ token, sha256: hexOf(new Uint8Array(hash)) }))
      .catch(() => undefined);
  }, []);
  return linkToken;
}
