import { expect, it } from 'vitest'
import { getStatesBefore, mayHoldBytes, uploadStates } from './upload-state.ts'

it('never leaves the state Forgotten', () => {
  for (const to of uploadStates) expect(getStatesBefore(to)).not.toContain('Forgotten')
})

it('can be forgotten from every other state', () => {
  expect(getStatesBefore('Forgotten')).toEqual(uploadStates.filter((state) => state !== 'Forgotten'))
})

it('is answered once, only from the state Reading', () => {
  expect(getStatesBefore('Answered')).toEqual(['Reading'])
})

it('reopens after it expired, or when reading it failed', () => {
  expect(getStatesBefore('Open')).toEqual(['Reading', 'Expired'])
})

it('holds no bytes once it was answered, expired or forgotten', () => {
  expect(uploadStates.filter(mayHoldBytes)).toEqual(['Open', 'Reading'])
})
