import { html as parse } from 'htm/preact'

/**
 * Elements as a template. Components are put in by `h(Component, props)` and stateless parts by a plain call, so that the
 * compiler checks what they are given.
 */
export const html = parse
