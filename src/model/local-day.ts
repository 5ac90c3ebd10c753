/** The day that a person's calendar shows: `2026-11-05`. */
export function localDay(time: Date): string {
  const part = (value: number, length: number) => String(value).padStart(length, '0')
  return `${part(time.getFullYear(), 4)}-${part(time.getMonth() + 1, 2)}-${part(time.getDate(), 2)}`
}
