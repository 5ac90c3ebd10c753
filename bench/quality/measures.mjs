/** How near the order of the first ten comes to the best order there is: 1 is perfect. */
export function ndcg10(found, relevant) {
  const gain = (grade, rank) => (2 ** grade - 1) / Math.log2(rank + 2)
  const got = found.slice(0, 10).reduce((sum, id, rank) => sum + gain(relevant.get(id) ?? 0, rank), 0)
  const best = [...relevant.values()].sort((a, b) => b - a).slice(0, 10)
  return got / best.reduce((sum, grade, rank) => sum + gain(grade, rank), 0)
}

/** The share of the relevant ones that are among the first hundred. */
export function recall100(found, relevant) {
  return found.slice(0, 100).filter((id) => relevant.has(id)).length / relevant.size
}

/** 1 when one of the first five is relevant. */
export function hit5(found, relevant) {
  return found.slice(0, 5).some((id) => relevant.has(id)) ? 1 : 0
}

/** 1 when the first is relevant. */
export function hit1(found, relevant) {
  return relevant.has(found[0]) ? 1 : 0
}

/** The mean, and the range in which it lies in 95 of 100 draws of as many queries from these, the same every time. */
export function meanWithInterval(values, draws = 2_000) {
  const mean = (list) => list.reduce((sum, value) => sum + value, 0) / list.length
  const random = createRandom(20_260_101)
  const means = Array.from({ length: draws }, () =>
    mean(values.map(() => values[Math.floor(random() * values.length)])),
  ).sort((a, b) => a - b)
  return { mean: mean(values), low: means[Math.floor(draws * 0.025)], high: means[Math.floor(draws * 0.975)] }
}

/**
 * The mean difference of two builds over the same questions, and the share of random signs of the differences that give
 * one as large: below .05 chance hardly does.
 */
export function pairedDifference(now, before, draws = 10_000) {
  if (now.length !== before.length) throw new Error('The other build was asked other questions.')
  const differences = now.map((value, at) => value - before[at])
  const sum = differences.reduce((total, value) => total + value, 0)
  const random = createRandom(20_260_102)
  let asLarge = 0
  for (let draw = 0; draw < draws; draw++) {
    let other = 0
    for (const value of differences) other += random() < 0.5 ? value : -value
    if (Math.abs(other) >= Math.abs(sum) - 1e-12) asLarge++
  }
  return { mean: sum / differences.length, p: (asLarge + 1) / (draws + 1) }
}

/** Numbers from 0 to 1, the same ones for the same seed (xorshift). */
function createRandom(seed) {
  let state = seed | 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}
