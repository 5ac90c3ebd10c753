/** The mean of vectors by weight, brought to length 1. */
export function unitMean(
  vectors: readonly Float32Array[],
  weights: readonly number[] = vectors.map(() => 1),
): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0)
  vectors.forEach((vector, which) => {
    const weight = weights[which] ?? 1
    for (let index = 0; index < sum.length; index++)
      sum[index] = (sum[index] ?? 0) + weight * (vector[index] ?? 0)
  })
  const length = Math.sqrt(sum.reduce((square, value) => square + value * value, 0))
  // Vectors that cancel out mean nothing; still nobody should have to divide by 0.
  if (length === 0) sum[0] = 1
  return length === 0 ? sum : sum.map((value) => value / length)
}
