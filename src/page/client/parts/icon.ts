import { html } from '../html.ts'

const shapes = {
  flint: 'M12 2.5 5 8.5 6.6 18 12 21.5 17.4 18 19 8.5zM12 2.5 9.5 11l2.5 10.5L14.5 11z',
  today: 'M5 6.5h14v13H5zM5 10.5h14M9 4v4M15 4v4',
  search: 'M10.5 4.5a6 6 0 1 1 0 12 6 6 0 0 1 0-12zM15 15l5 5',
  activity: 'M12 4.5a7.5 7.5 0 1 1-7.1 5M12 8v4.5l3 2M4.5 4.5v5h5',
  graph:
    'M6 8.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM18 11.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM9 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM7.9 7.1 16 9M6.6 8.4 8.5 16M16.7 11 10.4 16.6',
  health: 'M4 12.5h4l2-6 4 11 2-5h4',
  settings: 'M4 7h9M17 7h3M4 12h3M11 12h9M4 17h9M17 17h3M15 5.2v3.6M9 10.2v3.6M15 15.2v3.6',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4',
  moon: 'M19 14.5A7.5 7.5 0 0 1 9.5 5 7.5 7.5 0 1 0 19 14.5z',
  system: 'M4 5.5h16v11H4zM9 20h6M12 16.5V20',
  close: 'M6 6l12 12M18 6 6 18',
  out: 'M14 5h5v5M19 5l-8 8M17 14v5H5V7h5',
  keys: 'M3.5 7h17v10h-17zM7 10.5h.01M10.5 10.5h.01M14 10.5h.01M17 10.5h.01M8 13.8h8',
} as const

export type IconName = keyof typeof shapes

/** A drawing beside words that say what it means. */
export function icon(name: IconName) {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${shapes[name]} /></svg>`
}
