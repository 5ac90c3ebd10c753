// What takes the time in making a vault's own model, in AssemblyScript (`scripts/build-kernel.mjs` compiles it). All addresses
// and strides are bytes. Rows lie one behind the other: those of 32-bit reals hold a multiple of eight numbers, what goes through a
// sparse matrix a multiple of 24, those of 8-bit numbers a multiple of sixteen.

/** Adds to a vector of reals some rows of 8-bit numbers, each times its factor. */
export function addPackedRows(
  rows: usize,
  stride: usize,
  places: usize,
  factors: usize,
  count: usize,
  to: usize,
): void {
  const end = count * 4
  for (let column: usize = 0; column < stride; column += 16) {
    const target = to + column * 4
    let a = v128.load(target)
    let b = v128.load(target, 16)
    let c = v128.load(target, 32)
    let d = v128.load(target, 48)
    for (let at: usize = 0; at < end; at += 4) {
      const factor = v128.load32_splat(factors + at)
      const numbers = v128.load(rows + (<usize>load<u32>(places + at)) * stride + column)
      const low = i16x8.extend_low_i8x16_s(numbers)
      const high = i16x8.extend_high_i8x16_s(numbers)
      a = plus(a, factor, f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(low)))
      b = plus(b, factor, f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(low)))
      c = plus(c, factor, f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(high)))
      d = plus(d, factor, f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(high)))
    }
    v128.store(target, a)
    v128.store(target, b, 16)
    v128.store(target, c, 32)
    v128.store(target, d, 48)
  }
}

/** Rows of a dense matrix, each times its factor, added up: a sparse row times the matrix. In strips of 24 columns. */
export function gather(
  rows: usize,
  stride: usize,
  places: usize,
  factors: usize,
  count: usize,
  to: usize,
): void {
  for (let column: usize = 0; column < stride; column += stripBytes)
    gatherStrip(rows + column, stride, places, factors, count, to + column)
}

/**
 * What a sparse row makes of 24 columns of a dense matrix, added to rows of 24 columns that lie together, each time times a
 * factor: the columns go through the sparse matrix and back.
 */
export function sendStrip(
  rows: usize,
  stride: usize,
  places: usize,
  factors: usize,
  count: usize,
  sums: usize,
  next: usize,
): void {
  gatherStrip(rows, stride, places, factors, count, sums)
  const a = v128.load(sums)
  const b = v128.load(sums, 16)
  const c = v128.load(sums, 32)
  const d = v128.load(sums, 48)
  const e = v128.load(sums, 64)
  const f = v128.load(sums, 80)
  const end = count * 4
  for (let at: usize = 0; at < end; at += 4) {
    const row = next + (<usize>load<u32>(places + at)) * stripBytes
    const factor = v128.load32_splat(factors + at)
    v128.store(row, plus(v128.load(row), factor, a))
    v128.store(row, plus(v128.load(row, 16), factor, b), 16)
    v128.store(row, plus(v128.load(row, 32), factor, c), 32)
    v128.store(row, plus(v128.load(row, 48), factor, d), 48)
    v128.store(row, plus(v128.load(row, 64), factor, e), 64)
    v128.store(row, plus(v128.load(row, 80), factor, f), 80)
  }
}

/**
 * Adds the products of all pairs of columns of some rows to a square of 64-bit reals, of which it fills the upper half. In
 * squares of four times four, which stay in registers; few rows at a time stay in the nearest cache.
 */
export function addPairs(rows: usize, stride: usize, count: usize, to: usize): void {
  const end = rows + count * stride
  for (let one: usize = 0; one < stride; one += 16)
    for (let other = one; other < stride; other += 16) {
      const a = to + (one / 4) * stride * 2 + other * 2
      const b = a + stride * 2
      const c = b + stride * 2
      const d = c + stride * 2
      let aLow = v128.load(a)
      let aHigh = v128.load(a, 16)
      let bLow = v128.load(b)
      let bHigh = v128.load(b, 16)
      let cLow = v128.load(c)
      let cHigh = v128.load(c, 16)
      let dLow = v128.load(d)
      let dHigh = v128.load(d, 16)
      for (let row = rows; row < end; row += stride) {
        const numbers = v128.load(row + other)
        const low = f64x2.promote_low_f32x4(numbers)
        const high = f64x2.promote_low_f32x4(v128.shuffle<f32>(numbers, numbers, 2, 3, 2, 3))
        const p = f64x2.splat(<f64>load<f32>(row + one))
        const q = f64x2.splat(<f64>load<f32>(row + one, 4))
        const r = f64x2.splat(<f64>load<f32>(row + one, 8))
        const s = f64x2.splat(<f64>load<f32>(row + one, 12))
        aLow = f64x2.add(aLow, f64x2.mul(p, low))
        aHigh = f64x2.add(aHigh, f64x2.mul(p, high))
        bLow = f64x2.add(bLow, f64x2.mul(q, low))
        bHigh = f64x2.add(bHigh, f64x2.mul(q, high))
        cLow = f64x2.add(cLow, f64x2.mul(r, low))
        cHigh = f64x2.add(cHigh, f64x2.mul(r, high))
        dLow = f64x2.add(dLow, f64x2.mul(s, low))
        dHigh = f64x2.add(dHigh, f64x2.mul(s, high))
      }
      v128.store(a, aLow)
      v128.store(a, aHigh, 16)
      v128.store(b, bLow)
      v128.store(b, bHigh, 16)
      v128.store(c, cLow)
      v128.store(c, cHigh, 16)
      v128.store(d, dLow)
      v128.store(d, dHigh, 16)
    }
}

/** A dense matrix times a small one, whose rows are `width` bytes long, as are those of the product. Four rows at once. */
export function multiply(rows: usize, stride: usize, count: usize, small: usize, width: usize, to: usize): void {
  for (let row: usize = 0; row < count; row += 4) {
    const from = rows + row * stride
    const target = to + row * width
    for (let column: usize = 0; column < width; column += 32) {
      let a = f32x4.splat(0)
      let b = a
      let c = a
      let d = a
      let e = a
      let f = a
      let g = a
      let h = a
      let factors = small + column
      for (let at: usize = 0; at < stride; at += 4) {
        const low = v128.load(factors)
        const high = v128.load(factors, 16)
        factors += width
        const one = v128.load32_splat(from + at)
        a = plus(a, one, low)
        b = plus(b, one, high)
        const two = v128.load32_splat(from + stride + at)
        c = plus(c, two, low)
        d = plus(d, two, high)
        const three = v128.load32_splat(from + 2 * stride + at)
        e = plus(e, three, low)
        f = plus(f, three, high)
        const four = v128.load32_splat(from + 3 * stride + at)
        g = plus(g, four, low)
        h = plus(h, four, high)
      }
      v128.store(target + column, a)
      v128.store(target + column, b, 16)
      v128.store(target + width + column, c)
      v128.store(target + width + column, d, 16)
      v128.store(target + 2 * width + column, e)
      v128.store(target + 2 * width + column, f, 16)
      v128.store(target + 3 * width + column, g)
      v128.store(target + 3 * width + column, h, 16)
    }
  }
}

/** As many columns as six registers hold. */
const stripBytes: usize = 96

// @ts-ignore: a decorator of AssemblyScript's.
@inline
function gatherStrip(
  rows: usize,
  stride: usize,
  places: usize,
  factors: usize,
  count: usize,
  to: usize,
): void {
  let a = f32x4.splat(0)
  let b = a
  let c = a
  let d = a
  let e = a
  let f = a
  const end = count * 4
  for (let at: usize = 0; at < end; at += 4) {
    const row = rows + (<usize>load<u32>(places + at)) * stride
    const factor = v128.load32_splat(factors + at)
    a = plus(a, factor, v128.load(row))
    b = plus(b, factor, v128.load(row, 16))
    c = plus(c, factor, v128.load(row, 32))
    d = plus(d, factor, v128.load(row, 48))
    e = plus(e, factor, v128.load(row, 64))
    f = plus(f, factor, v128.load(row, 80))
  }
  v128.store(to, a)
  v128.store(to, b, 16)
  v128.store(to, c, 32)
  v128.store(to, d, 48)
  v128.store(to, e, 64)
  v128.store(to, f, 80)
}

// @ts-ignore: a decorator of AssemblyScript's.
@inline
function plus(sum: v128, factor: v128, numbers: v128): v128 {
  return f32x4.add(sum, f32x4.mul(factor, numbers))
}
