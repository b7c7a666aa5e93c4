import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tenantHeader } from '../../../contract/call.ts'
import { ApiError } from '../../lib/api.ts'
import { getEventSearch } from '../storage/index.ts'
import { endSearch, startSearch, withSearchToken } from './search-token.ts'

const subject = { kind: 'event', label: '' } as const
let tokenCount = 0
let requestBodies: unknown[] = []

beforeEach(() => {
  tokenCount = 0
  requestBodies = []
  vi.stubGlobal('fetch', async (_url: string, init: { body: string }) => {
    requestBodies.push(JSON.parse(init.body))
    tokenCount += 1
    const token = { token: `t${tokenCount}`, expiresOn: '2030-01-01T00:00:00.000Z', subject, total: 3 }
    return new Response(JSON.stringify(token), {
      headers: { 'content-type': 'application/json', [tenantHeader]: 'photofinish' },
    })
  })
})

afterEach(() => vi.unstubAllGlobals())

const createExpiredError = () => new ApiError('TokenExpired', 401)

describe('withSearchToken', () => {
  it('fetches a token once and keeps it for the next call', async () => {
    const use = async (token: string) => token
    expect(await withSearchToken('a', 'event', use)).toBe('t1')
    expect(await withSearchToken('a', 'event', use)).toBe('t1')
    expect(requestBodies).toEqual([{}])
  })

  it('renews an expired token once and repeats the call', async () => {
    await withSearchToken('b', 'event', async () => undefined)
    const used: string[] = []
    const result = await withSearchToken('b', 'event', async (token) => {
      used.push(token)
      if (token === 't1') throw createExpiredError()
      return 'done'
    })
    expect(result).toBe('done')
    expect(used).toEqual(['t1', 't2'])
  })

  it('gives up after the second refusal', async () => {
    let attempts = 0
    const refused = withSearchToken('c', 'event', async () => {
      attempts += 1
      throw createExpiredError()
    })
    await expect(refused).rejects.toMatchObject({ code: 'TokenExpired' })
    expect(attempts).toBe(2)
    expect(tokenCount).toBe(2)
  })

  it('calls with an expired token share one new token', async () => {
    await withSearchToken('d', 'event', async () => undefined)
    const use = async (token: string) => {
      if (token === 't1') throw createExpiredError()
      return token
    }
    const both = await Promise.all([withSearchToken('d', 'event', use), withSearchToken('d', 'event', use)])
    expect(both).toEqual(['t2', 't2'])
    expect(tokenCount).toBe(2)
  })

  it('treats an unknown error like an expired token, once', async () => {
    await withSearchToken('h', 'event', async () => undefined)
    const used: string[] = []
    const failing = withSearchToken('h', 'event', async (token) => {
      used.push(token)
      throw new ApiError('Unexpected', 500)
    })
    await expect(failing).rejects.toMatchObject({ status: 500 })
    expect(used).toEqual(['t1', 't2'])
  })

  it('does not renew for unrelated errors', async () => {
    const failing = withSearchToken('e', 'event', async () => {
      throw new ApiError('NoResponse', 1001)
    })
    await expect(failing).rejects.toMatchObject({ code: 'NoResponse' })
    expect(tokenCount).toBe(1)
  })
})

describe('the search that a page shows', () => {
  const shownSearch = { by: 'number', number: '128' } as const
  const otherSearch = { by: 'number', number: '341' } as const
  const createToken = (token: string) => ({ token, expiresOn: '2030-01-01T00:00:00.000Z', subject, total: 3 })
  const getShownToken = (eventId: string) =>
    withSearchToken(eventId, { search: shownSearch }, async (token) => token)

  it('keeps its token after another tab has searched for another person', async () => {
    await startSearch('i', shownSearch)
    expect(await getShownToken('i')).toBe('t1')
    await startSearch('i', otherSearch)
    expect(await getShownToken('i')).toBe('t1')
    expect(await withSearchToken('i', 'person', async (token) => token)).toBe('t2')
    expect(tokenCount).toBe(2)
  })

  it('fetches its token once where the persisted one is of another person', async () => {
    const { last, token } = getEventSearch('j')
    last.write(otherSearch)
    token.write(createToken('of-other'))
    expect(await Promise.all([getShownToken('j'), getShownToken('j')])).toEqual(['t1', 't1'])
    expect(await getShownToken('j')).toBe('t1')
    expect(requestBodies).toEqual([expect.objectContaining({ number: '128' })])
    expect(token.read()?.token).toBe('of-other')
  })

  it('renews its token without a change to that of another person', async () => {
    const { last, token } = getEventSearch('k')
    last.write(otherSearch)
    token.write(createToken('of-other'))
    await getShownToken('k')
    const renewed = await withSearchToken('k', { search: shownSearch }, async (used) => {
      if (used === 't1') throw createExpiredError()
      return used
    })
    expect(renewed).toBe('t2')
    expect(await getShownToken('k')).toBe('t2')
    expect(token.read()?.token).toBe('of-other')
  })
})

describe('a search for a person', () => {
  it('is repeated from the stored data of the device', async () => {
    await startSearch('f', { by: 'number', number: '2047' })
    getEventSearch('f').token.remove()
    await withSearchToken('f', 'person', async () => undefined)
    // the secret is the same, so answers given under the first token are valid under the second
    const expectedBody = { number: '2047', deviceKey: expect.stringMatching(/^[\w-]{22,64}$/) }
    expect(requestBodies).toEqual([expectedBody, expectedBody])
    expect(requestBodies[0]).toEqual(requestBodies[1])
  })

  it('is deleted on request', async () => {
    await startSearch('g', { by: 'face', selfieId: 's', personId: 'p' })
    endSearch('g')
    expect(getEventSearch('g').last.read()).toBeNull()
    expect(getEventSearch('g').token.read()).toBeNull()
  })
})
