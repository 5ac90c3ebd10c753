/** What clients are told of where they get an access token: RFC 9728. */
export interface ProtectedResource {
  /** The address by which clients reach `/mcp`. */
  readonly resource: string
  readonly issuer: string
  readonly scopes: readonly string[]
}

const wellKnown = '/.well-known/oauth-protected-resource'

/** The document's addresses here: for the whole server, for `/mcp`, and for the path by which a proxy shows it. */
export function describesResource(path: string, { resource }: ProtectedResource): boolean {
  return path === wellKnown || path === `${wellKnown}/mcp` || path === new URL(addressOf(resource)).pathname
}

export function resourceMetadata({ resource, issuer, scopes }: ProtectedResource): object {
  return {
    resource,
    authorization_servers: [issuer],
    ...(scopes.length > 0 && { scopes_supported: scopes }),
    bearer_methods_supported: ['header'],
    resource_name: 'flint',
  }
}

/**
 * The header `WWW-Authenticate` of a refusal, as RFC 6750 and RFC 9728 write it. A request that bore no token is told no
 * error. `description` is ASCII without quotation marks.
 */
export function challenge(
  oauth: ProtectedResource | null,
  error: 'invalid_token' | 'insufficient_scope' | null,
  description = '',
): string {
  const parts = [
    'realm="flint-note"',
    ...(error === null ? [] : [`error="${error}"`, `error_description="${description}"`]),
    ...(oauth === null ? [] : [`resource_metadata="${addressOf(oauth.resource)}"`]),
    ...(oauth === null || oauth.scopes.length === 0 ? [] : [`scope="${oauth.scopes.join(' ')}"`]),
  ]
  return `Bearer ${parts.join(', ')}`
}

function addressOf(resource: string): string {
  const { origin, pathname } = new URL(resource)
  return `${origin}${wellKnown}${pathname === '/' ? '' : pathname}`
}
