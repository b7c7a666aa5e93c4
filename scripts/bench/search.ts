import { pathToFileURL } from 'node:url'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import type { FaceIndex, IndexedFace } from '../../server/features/recognition/ports.ts'
import { getPercentile } from '../percentile.ts'

/** Event sizes, each with the numbers of an embedding: the default model and the largest that a model card may have. */
const sizes = [
  { count: 10_000, dimension: 128 },
  { count: 100_000, dimension: 128 },
  { count: 1_000_000, dimension: 128 },
  { count: 100_000, dimension: 512 },
]
const batchSize = 10_000
const searchCount = 60
const warmUpCount = 10
const bandwidthSizeInBytes = 512 * 1024 * 1024
/** Repeats the product's search options: maximum distance and number of results. */
const options = { maxDistance: 0.65, limit: 500 }

/** Returns a reproducible random number generator, 0 to 1. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/**
 * Generates an embedding with a realistic spread: different people are 0.7 to 1 apart, so that the search cannot skip rows
 * earlier than with real data.
 */
function createEmbedding(random: () => number, dimension: number): Float32Array {
  const spread = 0.18 * Math.sqrt(128 / dimension)
  return Float32Array.from({ length: dimension }, () => (random() - 0.5) * spread)
}

async function* generateBatches(
  eventId: string,
  count: number,
  dimension: number,
): AsyncIterable<IndexedFace[]> {
  const random = createRandom(count)
  for (let start = 0; start < count; start += batchSize)
    yield Array.from({ length: batchSize }, (_, i) => ({
      faceId: `${eventId}-${start + i}`,
      photoId: `${eventId}-${Math.floor((start + i) / 2)}`,
      embedding: createEmbedding(random, dimension),
    }))
}

/**
 * Measures the read bandwidth of one core in bytes per second: the best of several passes over memory larger than any cache.
 */
function measureReadBandwidth(): number {
  const numbers = new Float64Array(bandwidthSizeInBytes / 8).fill(1)
  let best = 0
  for (let pass = 0; pass < 5; pass++) {
    const start = performance.now()
    let sum = 0
    // reads one number per cache line: the whole line is loaded, and the additions do not dominate
    for (let i = 0; i < numbers.length; i += 32)
      sum += (numbers[i] ?? 0) + (numbers[i + 8] ?? 0) + (numbers[i + 16] ?? 0) + (numbers[i + 24] ?? 0)
    const seconds = (performance.now() - start) / 1000
    if (sum !== numbers.length / 8) throw new Error('The numbers were not read')
    best = Math.max(best, bandwidthSizeInBytes / seconds)
  }
  return best
}

async function measureTimes(index: FaceIndex, eventId: string, dimension: number): Promise<number[]> {
  const random = createRandom(7)
  const times: number[] = []
  for (let i = 0; i < searchCount + warmUpCount; i++) {
    const query = createEmbedding(random, dimension)
    const start = performance.now()
    await index.search(eventId, query, options)
    if (i >= warmUpCount) times.push(performance.now() - start)
  }
  return times
}

/** Prints the duration of a search for several event sizes, and that of reading the same bytes. */
export async function run(): Promise<void> {
  const bandwidth = measureReadBandwidth()
  console.log(`Reading memory: ${(bandwidth / 1e9).toFixed(1)} GB/s on one core`)
  const index = createFaceIndex()
  for (const { count, dimension } of sizes) {
    const eventId = `event-${count}-${dimension}`
    await index.replaceEvent(eventId, generateBatches(eventId, count, dimension))
    const times = await measureTimes(index, eventId, dimension)
    const limitInMs = ((count * dimension * 4) / bandwidth) * 1000
    const [p50, p95] = [getPercentile(times, 0.5), getPercentile(times, 0.95)]
    console.log(
      `Search in ${count.toLocaleString('en')} faces of ${dimension} numbers: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms; ` +
        `reading them takes ${limitInMs.toFixed(1)} ms, p50 is ${(p50 / limitInMs).toFixed(1)} times that`,
    )
    index.drop(eventId)
  }
  await index.close()
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run()
