import type { Places } from './camera.ts'

export interface Dots extends Places {
  /** Radiuses, before they are enlarged. */
  readonly size: Float32Array
  /** As a pixel has it: alpha, blue, green and red from the highest byte to the lowest. */
  readonly colour: Uint32Array
  /** From the lowest to the topmost. */
  readonly order: readonly number[]
}

/** A picture's pixels, row by row. */
export interface Pixels {
  readonly data: Uint32Array
  readonly width: number
  readonly height: number
}

/** How places and sizes become pixels. */
export interface View {
  readonly scale: number
  /** Where the place 0, 0 lies. */
  readonly left: number
  readonly top: number
  readonly enlarge: number
}

/**
 * Paints round dots with soft rims, all of one colour if it is given. Ten thousand take a few milliseconds without a
 * graphics card, where WebGL takes ten times as long.
 */
export function paintDots(pixels: Pixels, dots: Dots, view: View, only: number | null): void {
  for (const at of dots.order)
    paintDot(
      pixels,
      view.left + (dots.x[at] ?? 0) * view.scale,
      view.top + (dots.y[at] ?? 0) * view.scale,
      (dots.size[at] ?? 0) * view.enlarge,
      only ?? dots.colour[at] ?? 0,
    )
}

function paintDot(
  { data, width, height }: Pixels,
  x: number,
  y: number,
  radius: number,
  colour: number,
): void {
  // A pixel is covered by how far its middle lies within the circle: whole or not at all half a pixel from it.
  const [inner, outer] = [Math.max(0, radius - 0.5), radius + 0.5]
  const [left, right] = [Math.max(0, Math.floor(x - outer)), Math.min(width, Math.ceil(x + outer))]
  const [top, bottom] = [Math.max(0, Math.floor(y - outer)), Math.min(height, Math.ceil(y + outer))]
  for (let row = top; row < bottom; row += 1) {
    const down = row + 0.5 - y
    for (let column = left; column < right; column += 1) {
      const across = column + 0.5 - x
      const square = across * across + down * down
      if (square >= outer * outer) continue
      const at = row * width + column
      data[at] = square <= inner * inner ? colour : blended(data[at] ?? 0, colour, outer - Math.sqrt(square))
    }
  }
}

/** A pixel with so much of an opaque colour over it. */
function blended(under: number, over: number, share: number): number {
  const cover = Math.min(1, share) * 255
  const rest = (under >>> 24) * (1 - cover / 255)
  const alpha = cover + rest
  const mixed = (shift: number) =>
    Math.round((((over >>> shift) & 255) * cover + ((under >>> shift) & 255) * rest) / alpha) << shift
  return (Math.round(alpha) << 24) | mixed(16) | mixed(8) | mixed(0)
}
