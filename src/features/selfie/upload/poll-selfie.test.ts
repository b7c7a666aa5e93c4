import { afterEach, describe, expect, it, vi } from 'vitest'
import { tenantHeader } from '../../../../contract/call.ts'
import type { Selfie } from '../../../../contract/recognition.ts'
import { pollSelfie } from './poll-selfie.ts'

const headers = { 'content-type': 'application/json', [tenantHeader]: 'photofinish' }
const createResponse = (value: unknown) => new Response(JSON.stringify(value), { headers })
const createProblem = (status: number, code: string) =>
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
function stubAnswers(...answers: (() => Response)[]): { calls: number } {
  const counter = { calls: 0 }
  vi.stubGlobal('fetch', async () => answers[Math.min(counter.calls++, answers.length - 1)]?.())
  return counter
}

afterEach(() => vi.unstubAllGlobals())

describe('following a selfie', () => {
  const { signal } = new AbortController()
  const skipPause = async () => undefined

  it('ends at once when the result is complete', async () => {
    expect(await pollSelfie(ready, { signal })).toBe(ready)
  })

  it('polls with growing intervals until the search is over, and reports each answer', async () => {
    const partial: Selfie = { ...processing, persons: ready.persons }
    stubAnswers(
      () => createResponse(processing),
      () => createResponse(partial),
      () => createResponse(ready),
    )
    const intervals: number[] = []
    const reported: Selfie[] = []
    const result = await pollSelfie(processing, {
      signal,
      onAnswer: (answer) => void reported.push(answer),
      pause: async (inMs) => void intervals.push(inMs),
    })
    expect(result).toEqual(ready)
    expect(reported).toEqual([processing, partial, ready])
    expect(intervals).toEqual([...intervals].sort((a, b) => a - b))
    expect(intervals).toHaveLength(3)
  })

  it('reports that the selfie was deleted meanwhile', async () => {
    stubAnswers(() => createProblem(404, 'SelfieNotFound'))
    await expect(pollSelfie(processing, { signal, pause: skipPause })).rejects.toMatchObject({
      code: 'SelfieNotFound',
    })
  })

  it('gives up after three consecutive server errors', async () => {
    const counter = stubAnswers(() => createProblem(500, 'Unexpected'))
    await expect(pollSelfie(processing, { signal, pause: skipPause })).rejects.toMatchObject({
      code: 'Unexpected',
    })
    expect(counter.calls).toBe(3)
  })

  it('tolerates errors between answers', async () => {
    const createFault = () => createProblem(500, 'Unexpected')
    stubAnswers(
      createFault,
      createFault,
      () => createResponse(processing),
      createFault,
      createFault,
      () => createResponse(ready),
    )
    expect(await pollSelfie(processing, { signal, pause: skipPause })).toEqual(ready)
  })

  it('stops polling when it is canceled', async () => {
    const controller = new AbortController()
    const counter = stubAnswers(() => createResponse(processing))
    const polled = pollSelfie(processing, {
      signal: controller.signal,
      pause: async () => controller.abort(),
    })
    await expect(polled).rejects.toMatchObject({ name: 'AbortError' })
    expect(counter.calls).toBe(0)
  })
})
