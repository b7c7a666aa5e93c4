import { expect, it } from 'vitest'
import { errorStatus } from '../../contract/errors.ts'
import { decideAfterFailure, type Failure } from '../../src/lib/outbox/rules.ts'
import { reportFigures } from '../support/data/figures.ts'

const clientCount = 40_000
const outageInS = 300
/** Calls per second of 40,000 runners with 30 calls each within one hour. */
const callsPerSecond = Math.round((clientCount * 30) / 3600)
const recoveredWithinS = 120

/** Returns a pseudo-random number between 0 and 1 on each call. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** What phones get during an outage: the service's refusal, that of a proxy before it, or nothing. */
const outages: readonly { name: string; failure: Failure }[] = [
  {
    name: '503 with Retry-After',
    failure: { code: 'ServiceUnavailable', status: errorStatus.ServiceUnavailable, retryAfterInMs: 10_000 },
  },
  { name: '502 of a proxy', failure: { code: 'NoResponse', status: 502 } },
  { name: 'no answer', failure: { code: 'NoResponse', status: errorStatus.NoResponse } },
]

it.each(outages)(
  'phones that got $name for five minutes do not flood the service afterwards',
  ({ name, failure }) => {
    const random = createRandom(7)
    const attempts = new Map<number, number>()
    let latestInS = 0
    for (let client = 0; client < clientCount; client++) {
      let nowInMs = random() * outageInS * 1000
      const startedInMs = nowInMs
      for (let tries = 1; ; tries++) {
        const second = Math.floor(nowInMs / 1000)
        attempts.set(second, (attempts.get(second) ?? 0) + 1)
        if (second >= outageInS) {
          latestInS = Math.max(latestInS, second - outageInS)
          break
        }
        const verdict = decideAfterFailure(
          failure,
          { tries, counted: 0, ageInMs: nowInMs - startedInMs },
          random,
        )
        if (verdict.type !== 'again') throw new Error('An outage has parked an entry')
        nowInMs += verdict.waitInMs
      }
    }
    const attemptsDuring: number[] = []
    const attemptsAfter: number[] = []
    for (const [second, count] of attempts) (second < outageInS ? attemptsDuring : attemptsAfter).push(count)
    const peak = Math.max(...attemptsAfter)
    reportFigures(`outage of ${outageInS} s with ${clientCount} phones, simulated, ${name}`, {
      'attempts per second afterwards': `${peak} at most`,
      limit: `${3 * callsPerSecond}, three times the calls of a race`,
      'during the outage': `${Math.max(...attemptsDuring)} at most`,
      'all sent': `within ${latestInS} s`,
      'limit of that': `${recoveredWithinS} s`,
    })
    expect(peak).toBeLessThanOrEqual(3 * callsPerSecond)
    expect(latestInS).toBeLessThanOrEqual(recoveredWithinS)
  },
)
