/** The time of day of `now` on another local day, `YYYY-MM-DD`. */
export function sameTimeOn(day: string, now: Date): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const moved = new Date(now)
  moved.setFullYear(year, month - 1, date)
  return moved
}
