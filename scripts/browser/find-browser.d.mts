/** A browser of this machine's own; null where there is none. */
export function ownBrowser(): string | null
export const canBringBrowser: boolean
/** The path of a Chromium to test with; null where there is none. */
export function findBrowser(): Promise<string | null>
