/** The id of a server on a machine; `uuid` makes it another one at each start. */
export function serverIdOf(hostname: string, uuid: string): string {
  return `${machine(hostname)}-${uuid.slice(0, 8)}`
}

/** Those of some servers that run on a machine. */
export function serversOf(hostname: string, servers: readonly string[]): readonly string[] {
  return servers.filter((id) => id.replace(/-[0-9a-f]{8}$/, '') === machine(hostname))
}

function machine(hostname: string): string {
  return hostname.slice(0, 40)
}
