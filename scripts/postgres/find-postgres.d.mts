export function findPostgres(): string | null
export function ownPostgres(): string | null
export const canBringPostgres: boolean
