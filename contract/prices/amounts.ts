/** Returns a percentage of an amount in minor units, rounded half up once. */
export function toPercentage(amount: number, percent: number): number {
  return Math.floor((amount * percent + 50) / 100)
}

/** Adds up amounts in minor units. */
export function addAmounts(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

/** Splits an amount into whole parts by weight; they add up to the amount. */
export function splitByWeight(amount: number, weights: readonly number[]): number[] {
  const totalWeight = addAmounts(weights)
  let distributed = 0
  let weightSoFar = 0
  return weights.map((weight, index) => {
    weightSoFar += weight
    const share =
      (totalWeight === 0
        ? Math.floor((amount * (index + 1)) / weights.length)
        : Math.floor((amount * weightSoFar) / totalWeight)) - distributed
    distributed += share
    return share
  })
}
