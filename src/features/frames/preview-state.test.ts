import { expect, it } from 'vitest'
import { ApiError, createNoResponseError } from '../../lib/api.ts'
import { noPreview, toFailedState, toLoadedState } from './preview-state.ts'

it('stores the picture of a 200 response and clears the expired token', () => {
  const expired = toFailedState(noPreview, new ApiError('TokenExpired', 401))
  expect(expired).toEqual({ image: null, status: 401, tokenExpired: true })
  expect(toLoadedState('blob:1')).toEqual({ image: 'blob:1', status: 200, tokenExpired: false })
})

it('clears the picture on any other answer, and marks the token on 401 alone', () => {
  const shown = toLoadedState('blob:1')
  expect(toFailedState(shown, new ApiError('PhotoNotFound', 404))).toEqual({
    image: null,
    status: 404,
    tokenExpired: false,
  })
  expect(toFailedState(shown, new ApiError('Unexpected', 500)).tokenExpired).toBe(false)
})

it('uses status 0 for a missing answer', () => {
  expect(toFailedState(noPreview, createNoResponseError()).status).toBe(0)
  expect(toFailedState(noPreview, new TypeError('network')).status).toBe(0)
})
