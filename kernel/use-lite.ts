// What takes the time in the embedded model, in AssemblyScript (`scripts/build-model.mjs` compiles it): its build is three
// kilobytes of WebAssembly with relaxed SIMD, which every Node that flint runs on has. All addresses are bytes, all counts
// of rows multiples of eight, all matrices lie row by row.

const log2e: f32 = 1.44269504

/** Rounds each row to whole numbers from 0 to 127. `steps` gets two numbers of each: its step and its least value. */
export function quantize(from: usize, to: usize, steps: usize, rows: i32, columns: i32): void {
  for (let row = 0; row < rows; row++) {
    let least = v128.load(from)
    let most = least
    const end = from + usize(columns) * 4
    for (let at = from; at < end; at += 16) {
      const values = v128.load(at)
      least = f32x4.min(least, values)
      most = f32x4.max(most, values)
    }
    const low = min(
      min(f32x4.extract_lane(least, 0), f32x4.extract_lane(least, 1)),
      min(f32x4.extract_lane(least, 2), f32x4.extract_lane(least, 3)),
    )
    const high = max(
      max(f32x4.extract_lane(most, 0), f32x4.extract_lane(most, 1)),
      max(f32x4.extract_lane(most, 2), f32x4.extract_lane(most, 3)),
    )
    const step = max(high - low, f32(1e-20)) / 127
    const lows = f32x4.splat(low)
    const scale = f32x4.splat(1 / step)
    f32.store(steps, step)
    f32.store(steps, low, 4)
    for (; from < end; from += 64) {
      const first = i16x8.narrow_i32x4_s(whole(from, lows, scale), whole(from + 16, lows, scale))
      const second = i16x8.narrow_i32x4_s(whole(from + 32, lows, scale), whole(from + 48, lows, scale))
      v128.store(to, i8x16.narrow_i16x8_u(first, second))
      to += 16
    }
    steps += 8
  }
}

// @ts-ignore: a decorator of AssemblyScript's.
@inline
function whole(at: usize, lows: v128, scale: v128): v128 {
  const value = f32x4.mul(f32x4.sub(v128.load(at), lows), scale)
  return i32x4.min_s(i32x4.trunc_sat_f32x4_s(f32x4.nearest(value)), i32x4.splat(127))
}

/**
 * A layer: rounded rows times a matrix of 8-bit numbers, which lies in groups of four columns, and in these four rows of
 * each column beside each other. `factors` holds for each column its scale, the sum of its numbers in that scale, and what
 * is added, as three rows.
 */
export function dense(
  rounded: usize,
  steps: usize,
  matrix: usize,
  factors: usize,
  to: usize,
  rows: i32,
  depth: i32,
  columns: i32,
  isCut: bool,
): void {
  const group = usize(depth) * 4
  for (let row = 0; row < rows; row += 4) {
    const row0 = rounded + usize(row * depth)
    const row1 = row0 + usize(depth)
    const row2 = row1 + usize(depth)
    const row3 = row2 + usize(depth)
    for (let column = 0; column < columns; column += 8) {
      let at = matrix + usize(column * depth)
      let sum00 = i32x4.splat(0)
      let sum01 = sum00
      let sum10 = sum00
      let sum11 = sum00
      let sum20 = sum00
      let sum21 = sum00
      let sum30 = sum00
      let sum31 = sum00
      for (let place: usize = 0; place < usize(depth); place += 4) {
        const left = v128.load(at)
        const right = v128.load(at + group)
        let given = v128.load32_splat(row0 + place)
        sum00 = i32x4.relaxed_dot_i8x16_i7x16_add_s(left, given, sum00)
        sum01 = i32x4.relaxed_dot_i8x16_i7x16_add_s(right, given, sum01)
        given = v128.load32_splat(row1 + place)
        sum10 = i32x4.relaxed_dot_i8x16_i7x16_add_s(left, given, sum10)
        sum11 = i32x4.relaxed_dot_i8x16_i7x16_add_s(right, given, sum11)
        given = v128.load32_splat(row2 + place)
        sum20 = i32x4.relaxed_dot_i8x16_i7x16_add_s(left, given, sum20)
        sum21 = i32x4.relaxed_dot_i8x16_i7x16_add_s(right, given, sum21)
        given = v128.load32_splat(row3 + place)
        sum30 = i32x4.relaxed_dot_i8x16_i7x16_add_s(left, given, sum30)
        sum31 = i32x4.relaxed_dot_i8x16_i7x16_add_s(right, given, sum31)
        at += 16
      }
      const factor = factors + usize(column) * 4
      const width = usize(columns) * 4
      const step = steps + usize(row) * 8
      const target = to + usize(row * columns + column) * 4
      finish(sum00, step, factor, width, target, isCut)
      finish(sum01, step, factor + 16, width, target + 16, isCut)
      finish(sum10, step + 8, factor, width, target + width, isCut)
      finish(sum11, step + 8, factor + 16, width, target + width + 16, isCut)
      finish(sum20, step + 16, factor, width, target + 2 * width, isCut)
      finish(sum21, step + 16, factor + 16, width, target + 2 * width + 16, isCut)
      finish(sum30, step + 24, factor, width, target + 3 * width, isCut)
      finish(sum31, step + 24, factor + 16, width, target + 3 * width + 16, isCut)
    }
  }
}

/** From whole numbers back to what they stand for; `isCut` makes zeros of what is less. */
// @ts-ignore: a decorator of AssemblyScript's.
@inline
function finish(sum: v128, step: usize, factor: usize, width: usize, target: usize, isCut: bool): void {
  const scaled = f32x4.mul(f32x4.mul(f32x4.convert_i32x4_s(sum), v128.load32_splat(step)), v128.load(factor))
  const least = f32x4.mul(v128.load32_splat(step + 4), v128.load(factor + width))
  const value = f32x4.add(f32x4.add(scaled, least), v128.load(factor + 2 * width))
  v128.store(target, isCut ? f32x4.max(value, f32x4.splat(0)) : value)
}

/** Brings each row to mean 0 and variance 1, then to the layer's own `scales`, which its shifts follow. */
export function normalize(from: usize, scales: usize, to: usize, rows: i32, columns: i32): void {
  const width = usize(columns) * 4
  for (let row = 0; row < rows; row++) {
    let sum = f32x4.splat(0)
    for (let at: usize = 0; at < width; at += 16) sum = f32x4.add(sum, v128.load(from + at))
    const mean = f32x4.splat(total(sum) / f32(columns))
    let square = f32x4.splat(0)
    for (let at: usize = 0; at < width; at += 16) {
      const value = f32x4.sub(v128.load(from + at), mean)
      square = f32x4.add(square, f32x4.mul(value, value))
    }
    const factor = f32x4.splat(1 / sqrt<f32>(total(square) / f32(columns) + f32(1e-6)))
    for (let at: usize = 0; at < width; at += 16) {
      const value = f32x4.mul(f32x4.sub(v128.load(from + at), mean), factor)
      v128.store(to + at, f32x4.add(f32x4.mul(value, v128.load(scales + at)), v128.load(scales + width + at)))
    }
    from += width
    to += width
  }
}

/**
 * What each token hears of the others. A row of `asked` holds its questions, keys and values, `width` numbers for each of
 * four heads. Rows from `tokens` on are filling.
 */
export function attend(asked: usize, scratch: usize, to: usize, rows: i32, tokens: i32, width: i32): void {
  const size = usize(width) * 4
  const all = size * 4
  const line = usize(rows) * 4
  const scores = scratch + size * usize(rows)
  for (let head: usize = 0; head < 4; head++) {
    const question = asked + head * size
    for (let row = 0; row < rows; row++)
      for (let at = 0; at < width; at++)
        f32.store(
          scratch + usize(at) * line + usize(row) * 4,
          f32.load(question + all + usize(row) * all * 3 + usize(at) * 4),
        )
    multiply(question, all * 3, scratch, line, scores, line, rows, width, rows)
    share(scores, rows, tokens)
    multiply(scores, line, question + 2 * all, all * 3, to + head * size, all, rows, rows, width)
  }
}

/** Makes of each row shares of one. */
function share(scores: usize, rows: i32, tokens: i32): void {
  const width = usize(rows) * 4
  for (let row = 0; row < rows; row++) {
    for (let token = tokens; token < rows; token++) f32.store(scores + usize(token) * 4, -1e9)
    let most = v128.load(scores)
    for (let at: usize = 16; at < width; at += 16) most = f32x4.max(most, v128.load(scores + at))
    const high = f32x4.splat(
      max(
        max(f32x4.extract_lane(most, 0), f32x4.extract_lane(most, 1)),
        max(f32x4.extract_lane(most, 2), f32x4.extract_lane(most, 3)),
      ),
    )
    let sum = f32x4.splat(0)
    for (let at: usize = 0; at < width; at += 16) {
      const value = power(f32x4.sub(v128.load(scores + at), high))
      sum = f32x4.add(sum, value)
      v128.store(scores + at, value)
    }
    const part = f32x4.splat(1 / total(sum))
    for (let at: usize = 0; at < width; at += 16)
      v128.store(scores + at, f32x4.mul(v128.load(scores + at), part))
    scores += width
  }
}

/** e to the power of numbers that are not above zero. */
// @ts-ignore: a decorator of AssemblyScript's.
@inline
function power(value: v128): v128 {
  const binary = f32x4.mul(f32x4.max(value, f32x4.splat(-87)), f32x4.splat(log2e))
  const integer = f32x4.nearest(binary)
  const rest = f32x4.sub(binary, integer)
  let result = f32x4.splat(0.0013333558)
  result = f32x4.add(f32x4.mul(result, rest), f32x4.splat(0.0096181291))
  result = f32x4.add(f32x4.mul(result, rest), f32x4.splat(0.0555041087))
  result = f32x4.add(f32x4.mul(result, rest), f32x4.splat(0.2402265070))
  result = f32x4.add(f32x4.mul(result, rest), f32x4.splat(0.6931471806))
  result = f32x4.add(f32x4.mul(result, rest), f32x4.splat(1))
  const exponent = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(integer), i32x4.splat(127)), 23)
  return f32x4.mul(result, exponent)
}

// @ts-ignore: a decorator of AssemblyScript's.
@inline
function total(lanes: v128): f32 {
  return (
    f32x4.extract_lane(lanes, 0) +
    f32x4.extract_lane(lanes, 1) +
    (f32x4.extract_lane(lanes, 2) + f32x4.extract_lane(lanes, 3))
  )
}

/** A matrix times another; after each its bytes from row to row. */
function multiply(
  one: usize,
  oneLine: usize,
  other: usize,
  otherLine: usize,
  to: usize,
  toLine: usize,
  rows: i32,
  depth: i32,
  columns: i32,
): void {
  for (let row: usize = 0; row < usize(rows); row += 4) {
    const row0 = one + row * oneLine
    const row1 = row0 + oneLine
    const row2 = row1 + oneLine
    const row3 = row2 + oneLine
    for (let column: usize = 0; column < usize(columns) * 4; column += 32) {
      let at = other + column
      let sum00 = f32x4.splat(0)
      let sum01 = sum00
      let sum10 = sum00
      let sum11 = sum00
      let sum20 = sum00
      let sum21 = sum00
      let sum30 = sum00
      let sum31 = sum00
      for (let place: usize = 0; place < usize(depth) * 4; place += 4) {
        const left = v128.load(at)
        const right = v128.load(at, 16)
        let given = v128.load32_splat(row0 + place)
        sum00 = f32x4.relaxed_madd(left, given, sum00)
        sum01 = f32x4.relaxed_madd(right, given, sum01)
        given = v128.load32_splat(row1 + place)
        sum10 = f32x4.relaxed_madd(left, given, sum10)
        sum11 = f32x4.relaxed_madd(right, given, sum11)
        given = v128.load32_splat(row2 + place)
        sum20 = f32x4.relaxed_madd(left, given, sum20)
        sum21 = f32x4.relaxed_madd(right, given, sum21)
        given = v128.load32_splat(row3 + place)
        sum30 = f32x4.relaxed_madd(left, given, sum30)
        sum31 = f32x4.relaxed_madd(right, given, sum31)
        at += otherLine
      }
      let target = to + row * toLine + column
      v128.store(target, sum00)
      v128.store(target, sum01, 16)
      target += toLine
      v128.store(target, sum10)
      v128.store(target, sum11, 16)
      target += toLine
      v128.store(target, sum20)
      v128.store(target, sum21, 16)
      target += toLine
      v128.store(target, sum30)
      v128.store(target, sum31, 16)
    }
  }
}

/** Adds one block of numbers to another. */
export function add(from: usize, to: usize, count: i32): void {
  const end = from + usize(count) * 4
  for (; from < end; from += 16) {
    v128.store(to, f32x4.add(v128.load(to), v128.load(from)))
    to += 16
  }
}
