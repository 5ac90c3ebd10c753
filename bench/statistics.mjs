/** The value that this share of them does not exceed: 0.5 is the median. */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
}

export function median(values) {
  return quantile(values, 0.5)
}

/** Milliseconds that some work takes, one after another, once for each of `inputs`. */
export async function timeEach(inputs, work) {
  const times = []
  for (const input of inputs) {
    const started = performance.now()
    await work(input)
    times.push(performance.now() - started)
  }
  return times
}

// Less is not worth a word, and found by chance among many pairs.
const leastDifference = 0.03
/** Two standard deviations: of rows that do not differ one in twenty is said to. */
const certain = 1.96

/**
 * What pairs of figures say of the second: their medians, the median of the ratios, and whether they differ by the signed-rank
 * test of Wilcoxon, which a few wild figures do not sway. Fewer than six pairs say nothing.
 */
export function judgePairs(pairs) {
  const ratios = pairs.map(([before, after]) => after / before)
  const ratio = median(ratios)
  const differs =
    Math.abs(signedRank(ratios.map(Math.log))) >= certain && Math.abs(ratio - 1) >= leastDifference
  return {
    before: median(pairs.map(([before]) => before)),
    after: median(pairs.map(([, after]) => after)),
    ratio,
    count: pairs.length,
    verdict:
      pairs.length < 6 ? 'too few pairs' : !differs ? 'no difference' : ratio < 1 ? 'faster' : 'slower',
  }
}

/** In standard deviations, how far the ranks of positive values lie from what chance gives. */
function signedRank(values) {
  const ranked = values.filter((value) => value !== 0).sort((a, b) => Math.abs(a) - Math.abs(b))
  const count = ranked.length
  if (count === 0) return 0
  const sum = ranked.reduce((total, value, index) => total + (value > 0 ? index + 1 : 0), 0)
  return (sum - (count * (count + 1)) / 4) / Math.sqrt((count * (count + 1) * (2 * count + 1)) / 24)
}
