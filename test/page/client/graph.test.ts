import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitCamera, panned, toPicture, zoomed } from '../../../src/page/client/graph/camera.ts'
import { clearBoxes } from '../../../src/page/client/graph/clear-boxes.ts'
import { paintDots, type Pixels } from '../../../src/page/client/graph/paint-dots.ts'

const red = 0xff0000ff
const blue = 0xffff0000
const plain = { scale: 1, left: 0, top: 0, enlarge: 1 }
const alpha = (pixel = 0) => pixel >>> 24

function painted(
  dots: readonly { readonly x: number; readonly y: number; readonly size: number; readonly colour: number }[],
  { view = plain, only = null }: { readonly view?: typeof plain; readonly only?: number | null } = {},
): Pixels {
  const pixels = { data: new Uint32Array(40 * 30), width: 40, height: 30 }
  const numbers = (key: 'x' | 'y' | 'size') => Float32Array.from(dots, (dot) => dot[key])
  const colour = Uint32Array.from(dots, (dot) => dot.colour)
  const order = [...dots.keys()]
  paintDots(pixels, { x: numbers('x'), y: numbers('y'), size: numbers('size'), colour, order }, view, only)
  return pixels
}

const covered = ({ data }: Pixels) => data.reduce((sum, pixel) => sum + alpha(pixel) / 255, 0)

test('a dot covers the area of its circle, wherever it lies between pixels', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 12, max: 26, noNaN: true }),
      fc.double({ min: 12, max: 18, noNaN: true }),
      fc.double({ min: 1.5, max: 10, noNaN: true }),
      (x, y, size) => {
        const area = covered(painted([{ x, y, size, colour: red }]))
        expect(Math.abs(area / (Math.PI * size * size) - 1)).toBeLessThan(0.07)
      },
    ),
  )
})

test('a dot smaller than a pixel can still be seen', () => {
  for (const x of [20, 20.25, 20.5])
    expect(Math.max(...painted([{ x, y: 15, size: 0.3, colour: red }]).data.map(alpha))).toBeGreaterThan(20)
})

test('later dots lie above earlier ones, and their rims let through what is below', () => {
  const { data } = painted([
    { x: 15, y: 15, size: 8, colour: red },
    { x: 15, y: 15, size: 4, colour: blue },
  ])
  const row = [...data.subarray(15 * 40 + 8, 15 * 40 + 15)]
  expect(row[1]).toBe(red)
  expect(row[6]).toBe(blue)
  const rim = row.find((pixel) => pixel !== red && pixel !== blue && alpha(pixel) === 255)
  expect(rim).toBeDefined()
})

test('what lies beyond the picture is cut off, not wrapped to its other side', () => {
  const { data } = painted([{ x: 40, y: 15, size: 5, colour: red }])
  const left = [...data.keys()].filter((at) => at % 40 < 20).map((at) => data[at])
  expect(left.every((pixel) => pixel === 0)).toBe(true)
  expect(covered(painted([{ x: -50, y: 80, size: 5, colour: red }]))).toBe(0)
})

test('all dots fade in one colour, and a view moves and enlarges them', () => {
  const view = { scale: 2, left: 4, top: 6, enlarge: 3 }
  const pixels = painted([{ x: 8, y: 4, size: 2, colour: red }], { view, only: blue })
  const { data } = pixels
  expect([...data].filter((pixel) => alpha(pixel) === 255).every((pixel) => pixel === blue)).toBe(true)
  const middle = (place: (at: number) => number) =>
    data.reduce((sum, pixel, at) => sum + (alpha(pixel) / 255) * (place(at) + 0.5), 0) / covered(pixels)
  expect(middle((at) => at % 40)).toBeCloseTo(20, 1)
  expect(middle((at) => Math.floor(at / 40))).toBeCloseTo(14, 1)
  // Three times its radius.
  expect(Math.abs(covered(pixels) / (Math.PI * 36) - 1)).toBeLessThan(0.07)
})

const place = fc.record({
  x: fc.double({ min: -5_000, max: 5_000, noNaN: true }),
  y: fc.double({ min: -5_000, max: 5_000, noNaN: true }),
})
const size = { width: 600, height: 400 }

test('all places fit into the picture, as large as they can be', () => {
  fc.assert(
    fc.property(fc.array(place, { minLength: 2 }), (places) => {
      const [x, y] = [places.map((one) => one.x), places.map((one) => one.y)]
      fc.pre(Math.max(...x) - Math.min(...x) > 1)
      const camera = fitCamera({ x: Float32Array.from(x), y: Float32Array.from(y) }, size)
      const seen = places.map((one) => toPicture(camera, one, size))
      const gaps = seen.flatMap((at) => [at.x, size.width - at.x, at.y, size.height - at.y])
      expect(Math.min(...gaps)).toBeCloseTo(30, 0)
    }),
  )
})

test('one place, or none, is seen in the middle', () => {
  const one = fitCamera({ x: Float32Array.of(7), y: Float32Array.of(9) }, size)
  expect(toPicture(one, { x: 7, y: 9 }, size)).toEqual({ x: 300, y: 200 })
  expect(fitCamera({ x: new Float32Array(), y: new Float32Array() }, size).scale).toBe(1)
})

test('zooming leaves in place what is under the mouse, panning takes it along', () => {
  const camera = { x: 10, y: -20, scale: 0.5 }
  const mouse = { x: 480, y: 90 }
  const under = { x: 370, y: -240 }
  expect(toPicture(camera, under, size)).toEqual(mouse)
  expect(toPicture(zoomed(camera, 4, mouse, size), under, size)).toEqual(mouse)
  expect(toPicture(panned(camera, { x: -30, y: 12 }), under, size)).toEqual({ x: 450, y: 102 })
})

test('labels that would cover one of more weight are left out, and there are never too many', () => {
  const box = (left: number, top: number) => ({ left, top, width: 50, height: 10 })
  const boxes = [box(0, 0), box(49, 9), box(50, 0), box(0, 10), box(200, 200)]
  expect([...clearBoxes(boxes, 9)]).toEqual([box(0, 0), box(50, 0), box(0, 10), box(200, 200)])
  expect([...clearBoxes(boxes, 2)]).toEqual([box(0, 0), box(50, 0)])
})
