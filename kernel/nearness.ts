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
 * The products of each of some rows of 8-bit numbers with each row before it, as 32-bit integers: of the second with the
 * first, of the third with the first and the second, and so on.
 */
export function pairs(rows: usize, count: i32, stride: usize, to: usize): void {
  const end = rows + <usize>count * stride
  for (let row = rows + stride; row < end; row += stride) {
    for (let before = rows; before < row; before += stride) {
      let sum = i32x4.splat(0)
      for (let at: usize = 0; at < stride; at += 16) {
        const one = v128.load(row + at)
        const other = v128.load(before + at)
        sum = i32x4.add(sum, i32x4.extadd_pairwise_i16x8_s(i16x8.extmul_low_i8x16_s(one, other)))
        sum = i32x4.add(sum, i32x4.extadd_pairwise_i16x8_s(i16x8.extmul_high_i8x16_s(one, other)))
      }
      i32.store(to, sumOf(sum))
      to += 4
    }
  }
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
