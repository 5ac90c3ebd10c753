// What takes the time in comparing vectors, in AssemblyScript (`scripts/build-kernel.mjs` compiles it). All addresses are
// bytes; rows lie one behind the other and are as many bytes long as `stride` says, a multiple of sixteen.

/** The product of a vector of reals with each of some rows of 8-bit numbers. */
export function products(vector: usize, rows: usize, count: i32, stride: usize, to: usize): void {
  for (let row = 0; row < count; row++) {
    let one = f32x4.splat(0)
    let other = one
    for (let at: usize = 0; at < stride; at += 16) {
      const numbers = v128.load(rows + at)
      const low = i16x8.extend_low_i8x16_s(numbers)
      const high = i16x8.extend_high_i8x16_s(numbers)
      const given = vector + at * 4
      one = f32x4.add(one, f32x4.mul(real(i32x4.extend_low_i16x8_s(low)), v128.load(given)))
      other = f32x4.add(other, f32x4.mul(real(i32x4.extend_high_i16x8_s(low)), v128.load(given, 16)))
      one = f32x4.add(one, f32x4.mul(real(i32x4.extend_low_i16x8_s(high)), v128.load(given, 32)))
      other = f32x4.add(other, f32x4.mul(real(i32x4.extend_high_i16x8_s(high)), v128.load(given, 48)))
    }
    const sum = f32x4.add(one, other)
    f32.store(
      to,
      f32x4.extract_lane(sum, 0) +
        f32x4.extract_lane(sum, 1) +
        (f32x4.extract_lane(sum, 2) + f32x4.extract_lane(sum, 3)),
    )
    to += 4
    rows += stride
  }
}

// @ts-ignore: a decorator of AssemblyScript's.
@inline
function real(integers: v128): v128 {
  return f32x4.convert_i32x4_s(integers)
}

/** In how many bits each of some rows differs from the given signs. */
export function differences(signs: usize, rows: usize, count: i32, stride: usize, to: usize): void {
  for (let row = 0; row < count; row++) {
    let sum = i16x8.splat(0)
    for (let at: usize = 0; at < stride; at += 16) {
      const bits = i8x16.popcnt(v128.xor(v128.load(signs + at), v128.load(rows + at)))
      sum = i16x8.add(sum, i16x8.extadd_pairwise_i8x16_u(bits))
    }
    i32.store16(to, sumOf(i32x4.extadd_pairwise_i16x8_u(sum)))
    to += 2
    rows += stride
  }
}

/**
 * To each of some rows of 8-bit numbers the `most` others whose direction is likest, best first; of two that are as like the
 * earlier pair. `factors` are one over the rows' lengths, as 32-bit reals. Writes `most` cosines for each row as 64-bit reals,
 * minus infinity where there are fewer others, then as many numbers of rows as 32-bit integers.
 */
export function likest(rows: usize, factors: usize, count: i32, stride: usize, most: i32, to: usize): void {
  const numbers = to + <usize>(count * most) * 8
  for (let at = to; at < numbers; at += 8) f64.store(at, -Infinity)
  for (let row = 1; row < count; row++) {
    const start = rows + <usize>row * stride
    for (let before = 0; before < row; before++) {
      const other = rows + <usize>before * stride
      let sum = i32x4.splat(0)
      for (let at: usize = 0; at < stride; at += 16) {
        const one = v128.load(start + at)
        const two = v128.load(other + at)
        sum = i32x4.add(sum, i32x4.extadd_pairwise_i16x8_s(i16x8.extmul_low_i8x16_s(one, two)))
        sum = i32x4.add(sum, i32x4.extadd_pairwise_i16x8_s(i16x8.extmul_high_i8x16_s(one, two)))
      }
      const factor = <f64>f32.load(factors + <usize>before * 4)
      const cosine = <f64>sumOf(sum) * <f64>f32.load(factors + <usize>row * 4) * factor
      insert(to + <usize>(row * most) * 8, numbers + <usize>(row * most) * 4, most, cosine, before)
      insert(to + <usize>(before * most) * 8, numbers + <usize>(before * most) * 4, most, cosine, row)
    }
  }
}

/** Puts a row into the list of those likest to another, where it is one. */
function insert(cosines: usize, numbers: usize, most: i32, cosine: f64, row: i32): void {
  let place: usize = most - 1
  // Nearly all end here.
  if (cosine <= f64.load(cosines + place * 8)) return
  for (; place > 0 && f64.load(cosines + (place - 1) * 8) < cosine; place--) {
    f64.store(cosines + place * 8, f64.load(cosines + (place - 1) * 8))
    i32.store(numbers + place * 4, i32.load(numbers + (place - 1) * 4))
  }
  f64.store(cosines + place * 8, cosine)
  i32.store(numbers + place * 4, row)
}

// @ts-ignore: a decorator of AssemblyScript's.
@inline
function sumOf(four: v128): i32 {
  return (
    i32x4.extract_lane(four, 0) +
    i32x4.extract_lane(four, 1) +
    i32x4.extract_lane(four, 2) +
    i32x4.extract_lane(four, 3)
  )
}
