/** `npm run test:long`: what is repeated to find rare faults is repeated in full. */
const isLong = process.env['FLINT_LONG'] === '1'

/** How often something is repeated: in full, or often enough to show what is claimed. */
export function times(usual: number, full: number): number {
  return isLong ? full : usual
}
