import type { VaultAccess } from '../registry/vault-access.ts'

/** Vaults that are loaded at the first question about them. */
export function lazyVaults(load: () => Promise<VaultAccess>): VaultAccess {
  return {
    current: async (...args) => (await load()).current(...args),
    lost: async () => (await load()).lost(),
    known: async () => (await load()).known(),
    find: async (...args) => (await load()).find(...args),
    open: async (...args) => (await load()).open(...args),
    opened: async () => (await load()).opened(),
    registry: async () => (await load()).registry(),
    notices: async () => (await load()).notices(),
    admin: {
      create: async (...args) => (await load()).admin.create(...args),
      switchTo: async (...args) => (await load()).admin.switchTo(...args),
      update: async (...args) => (await load()).admin.update(...args),
      remove: async (...args) => (await load()).admin.remove(...args),
    },
  }
}
