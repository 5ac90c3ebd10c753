import type { OAuthSettings } from '../../model/oauth-settings.ts'
import { findKeys } from './find-keys.ts'
import { IssuerKeys } from './issuer-keys.ts'
import { OAuthTokens, type OAuthTokensOptions } from './oauth-tokens.ts'

/** The access tokens that a server takes by these settings. Nothing is asked of the issuer before a token is there. */
export function openOAuth(
  settings: OAuthSettings,
  { revokedAt, now }: Pick<OAuthTokensOptions, 'revokedAt' | 'now'>,
): OAuthTokens {
  const keys = new IssuerKeys({ findKeys: () => findKeys(settings.issuer), now })
  return new OAuthTokens({ settings, findKey: keys.find, revokedAt, now })
}
