const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const dayOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const dayAndYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const longDay = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })
const longDayAndYear = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** `today 09:12`, `yesterday 18:03`, `12 Nov 09:12`, `12 Nov 2024`, in the browser's time zone. */
export function sayTime(iso: string, now: Date): string {
  const time = new Date(iso)
  return Number.isNaN(time.getTime()) ? iso : sayMoment(time, now, ` ${clock.format(time)}`)
}

/** When a note was changed: `today 09:12`, or `today` where it says no more than the day. */
export function sayNoteTime(iso: string, now: Date): string {
  const day = dayAlone(iso)
  return day === null ? sayTime(iso, now) : sayMoment(new Date(`${day}T00:00`), now, '')
}

/** The day of a note's date that names no time: flint gives it as the first moment of that day by UTC. */
export function dayAlone(iso: string): string | null {
  return /^(\d{4}-\d{2}-\d{2})T00:00:00Z$/.exec(iso)?.[1] ?? null
}

export function sayClock(iso: string): string {
  const time = new Date(iso)
  return Number.isNaN(time.getTime()) ? iso : clock.format(time)
}

/** `Today`, `Yesterday`, `Thursday, 12 November`. */
export function sayDay(iso: string, now: Date): string {
  const time = new Date(iso)
  if (Number.isNaN(time.getTime())) return iso
  const days = daysBetween(time, now)
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  return (time.getFullYear() === now.getFullYear() ? longDay : longDayAndYear).format(time)
}

/** `in 4 minutes`, `2 hours ago`. */
export function sayDistance(iso: string, now: Date): string {
  const minutes = Math.round((new Date(iso).getTime() - now.getTime()) / 60_000)
  const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
  if (Number.isNaN(minutes)) return iso
  if (Math.abs(minutes) < 60) return words.format(minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return Math.abs(hours) < 48 ? words.format(hours, 'hour') : words.format(Math.round(hours / 24), 'day')
}

function sayMoment(time: Date, now: Date, atClock: string): string {
  const days = daysBetween(time, now)
  if (days === 0) return `today${atClock}`
  if (days === 1) return `yesterday${atClock}`
  return time.getFullYear() === now.getFullYear()
    ? `${dayOfYear.format(time)}${atClock}`
    : dayAndYear.format(time)
}

/** Midnights that lie between two moments. */
function daysBetween(earlier: Date, later: Date): number {
  const day = (time: Date) => Date.UTC(time.getFullYear(), time.getMonth(), time.getDate())
  return Math.round((day(later) - day(earlier)) / 86_400_000)
}
