/**
 * Equals the typical length of the embeddings of clear faces. Unclear faces give shorter vectors, which are close to all
 * others, so faces are compared by direction. All vectors are scaled to this length, which keeps the scale of thresholds.
 */
export const embeddingLength = 1.4

/** Returns the vector scaled to `embeddingLength`; a zero vector is returned unchanged. */
export function normalise(embedding: Float32Array): Float32Array {
  let squares = 0
  for (const number of embedding) squares += number * number
  const length = Math.sqrt(squares)
  return length === 0 ? embedding : embedding.map((number) => (number * embeddingLength) / length)
}

/** Returns the Euclidean distance between two vectors of the same number of dimensions. */
export function distanceBetween(one: Float32Array, other: Float32Array): number {
  let squares = 0
  for (let i = 0; i < one.length; i++) squares += ((one[i] ?? 0) - (other[i] ?? 0)) ** 2
  return Math.sqrt(squares)
}

/** Returns the normalised mean of at least one vector. */
export function averageEmbeddings(embeddings: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(embeddings[0]?.length ?? 0)
  for (const embedding of embeddings)
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (embedding[i] ?? 0)
  return normalise(sum)
}
