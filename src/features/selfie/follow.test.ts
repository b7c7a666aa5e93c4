import { afterEach, describe, expect, it, vi } from 'vitest'
import { tenantHeader } from '../../../contract/call.ts'
import type { Selfie } from '../../../contract/recognition.ts'
import { followSelfie } from './follow.ts'

const headers = { 'content-type': 'application/json', [tenantHeader]: 'photofinish' }
const json = (value: unknown) => new Response(JSON.stringify(value), { headers })
const problem = (status: number, code: string) =>
  new Response(JSON.stringify({ type: 'about:blank', title: '', status, code }), {
    status,
    headers: { ...headers, 'content-type': 'application/problem+json' },
  })

const processing: Selfie = { selfieId: 's', state: 'Processing', persons: [] }
const ready: Selfie = {
  selfieId: 's',
  state: 'Ready',
  persons: [{ personId: 'p', similarity: 0.8, photosCount: 4 }],
}

/** Stubs `fetch`: returns these answers in order, and repeats the last one. */
function serviceGives(...answers: (() => Response)[]): { calls: number } {
  const asked = { calls: 0 }
  vi.stubGlobal('fetch', async () => answers[Math.min(asked.calls++, answers.length - 1)]?.())
  return asked
}

afterEach(() => vi.unstubAllGlobals())

describe('following a selfie', () => {
  const { signal } = new AbortController()
  const pause = async () => undefined

  it('ends at once when the result is complete', async () => {
    expect(await followSelfie(ready, { signal })).toBe(ready)
  })

  it('polls with growing intervals until the search is over, and reports each answer', async () => {
    const some: Selfie = { ...processing, persons: ready.persons }
    serviceGives(
      () => json(processing),
      () => json(some),
      () => json(ready),
    )
    const gaps: number[] = []
    const told: Selfie[] = []
    const result = await followSelfie(processing, {
      signal,
      onAnswer: (answer) => void told.push(answer),
      pause: async (inMs) => void gaps.push(inMs),
    })
    expect(result).toEqual(ready)
    expect(told).toEqual([processing, some, ready])
    expect(gaps).toEqual([...gaps].sort((a, b) => a - b))
    expect(gaps).toHaveLength(3)
  })

  it('reports that the selfie was deleted meanwhile', async () => {
    serviceGives(() => problem(404, 'SelfieNotFound'))
    await expect(followSelfie(processing, { signal, pause })).rejects.toMatchObject({
      code: 'SelfieNotFound',
    })
  })

  it('gives up after three consecutive server errors', async () => {
    const asked = serviceGives(() => problem(500, 'Unexpected'))
    await expect(followSelfie(processing, { signal, pause })).rejects.toMatchObject({ code: 'Unexpected' })
    expect(asked.calls).toBe(3)
  })

  it('tolerates errors between answers', async () => {
    const fault = () => problem(500, 'Unexpected')
    serviceGives(
      fault,
      fault,
      () => json(processing),
      fault,
      fault,
      () => json(ready),
    )
    expect(await followSelfie(processing, { signal, pause })).toEqual(ready)
  })

  it('stops polling when it is canceled', async () => {
    const stopping = new AbortController()
    const asked = serviceGives(() => json(processing))
    const followed = followSelfie(processing, {
      signal: stopping.signal,
      pause: async () => stopping.abort(),
    })
    await expect(followed).rejects.toMatchObject({ name: 'AbortError' })
    expect(asked.calls).toBe(0)
  })
})
