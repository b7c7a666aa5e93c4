import { expect, it } from 'vitest'
import { holdsBytes, statesBefore, uploadStates } from './upload-state.ts'

it('never leaves the state Forgotten', () => {
  for (const to of uploadStates) expect(statesBefore(to)).not.toContain('Forgotten')
})

it('can be forgotten from every other state', () => {
  expect(statesBefore('Forgotten')).toEqual(uploadStates.filter((state) => state !== 'Forgotten'))
})

it('is answered once, only from the state Reading', () => {
  expect(statesBefore('Answered')).toEqual(['Reading'])
})

it('reopens after it expired, or when reading it failed', () => {
  expect(statesBefore('Open')).toEqual(['Reading', 'Expired'])
})

it('holds no bytes once it was answered, expired or forgotten', () => {
  expect(uploadStates.filter(holdsBytes)).toEqual(['Open', 'Reading'])
})
