/** Where nodes begin: a spiral in their order, so that what stands side by side in a list does so in the picture. */
export function spiral(count: number): Float32Array {
  const places = new Float32Array(count * 2)
  for (let at = 0; at < count; at += 1) {
    const [angle, radius] = [at * goldenAngle, 10 * Math.sqrt(at + 1)]
    places[at * 2] = radius * Math.cos(angle)
    places[at * 2 + 1] = radius * Math.sin(angle)
  }
  return places
}

const goldenAngle = Math.PI * (3 - Math.sqrt(5))
