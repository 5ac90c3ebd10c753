import { decodePercent } from '../../../markdown/read/link-target.ts'

/** The section of the note that the address names; null where it names none. */
export function sectionNamed(): HTMLElement | null {
  return document.getElementById(decodePercent(location.hash.slice(1)))
}

/** Whoever comes to a view hears its heading, or that of the section given. */
export function focusHeading(section: HTMLElement | null = null): void {
  section?.setAttribute('tabindex', '-1')
  const heading = section ?? document.querySelector<HTMLElement>('main h1')
  heading?.focus({ preventScroll: true })
}
