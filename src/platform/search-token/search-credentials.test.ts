// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import { getEventSearch, type LastSearch } from '../storage/index.ts'
import { getSearchCredentials, isSearchWith } from './search-credentials.ts'
import { endSearch } from './search-token.ts'

const ownSearch: LastSearch = { by: 'number', number: '128' }
const otherSearch: LastSearch = { by: 'number', number: '341' }

beforeEach(() => endSearch('e'))

function storeAnsweredSearch(search: LastSearch): void {
  const { last, token } = getEventSearch('e')
  last.write(search)
  token.write({
    token: 't',
    expiresOn: '2030-01-01T00:00:00.000Z',
    total: 3,
    subject: { kind: 'competitor', label: '128' },
  })
}

const getRunnerCredentials = (shown?: LastSearch) => {
  const { token, tokenRequest } = getSearchCredentials('e', 'person', shown) ?? {}
  return tokenRequest && { token, number: 'number' in tokenRequest ? tokenRequest.number : undefined }
}

it('returns none for a runner before a search', () => {
  expect(getRunnerCredentials()).toBeUndefined()
})

it('returns those of the last search', () => {
  storeAnsweredSearch(ownSearch)
  expect(getRunnerCredentials()).toEqual({ token: 't', number: '128' })
  expect(getRunnerCredentials(ownSearch)).toEqual({ token: 't', number: '128' })
})

it('returns those of a shown search that is not answered yet, without a token', () => {
  expect(getRunnerCredentials(ownSearch)).toEqual({ token: '', number: '128' })
})

it('returns those of the shown search when another tab has searched for another runner', () => {
  storeAnsweredSearch(otherSearch)
  expect(getRunnerCredentials(ownSearch)).toEqual({ token: '', number: '128' })
})

it('returns the token that the page has used for the shown search before another tab searched', () => {
  storeAnsweredSearch(ownSearch)
  getRunnerCredentials(ownSearch)
  getEventSearch('e').last.write(otherSearch)
  expect(getRunnerCredentials(ownSearch)).toEqual({ token: 't', number: '128' })
})

it('tells the searches of two runners of an event apart', () => {
  const credentials = getSearchCredentials('e', 'person', ownSearch)
  if (!credentials) throw new Error('a search has credentials')
  expect(isSearchWith(credentials, 'e', ownSearch)).toBe(true)
  expect(isSearchWith(credentials, 'e', otherSearch)).toBe(false)
  expect(isSearchWith(credentials, 'e', { by: 'surname', surname: '128' })).toBe(false)
  expect(isSearchWith(credentials, 'another event', ownSearch)).toBe(false)
})

it('recognizes a search whose device key and order of fields have changed', () => {
  const face = { by: 'face', selfieId: 's', personId: 'p' } as const
  const tokenRequest = { deviceKey: 'that of an earlier visit', personId: 'p', selfieId: 's' }
  expect(isSearchWith({ eventId: 'e', token: '', tokenRequest }, 'e', face)).toBe(true)
})
