export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Of boxes that come by their weight, those that overlap none taken before, and no more than `most`. */
export function* clearBoxes<Kind extends Box>(boxes: Iterable<Kind>, most: number): Generator<Kind> {
  const taken: Kind[] = []
  for (const box of boxes) {
    if (taken.some((other) => overlap(box, other))) continue
    taken.push(box)
    yield box
    if (taken.length === most) return
  }
}

function overlap(a: Box, b: Box): boolean {
  return (
    a.left < b.left + b.width &&
    b.left < a.left + a.width &&
    a.top < b.top + b.height &&
    b.top < a.top + a.height
  )
}
