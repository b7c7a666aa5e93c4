import { expect, it } from 'vitest'
import { holdsBytes, statesBefore, uploadStates } from './upload-state.ts'

it('never leaves the state of being forgotten', () => {
  for (const to of uploadStates) expect(statesBefore(to)).not.toContain('Forgotten')
})

it('can be forgotten from every other state', () => {
  expect(statesBefore('Forgotten')).toEqual(uploadStates.filter((state) => state !== 'Forgotten'))
})

it('is answered only by whoever is reading it, and once', () => {
  expect(statesBefore('Answered')).toEqual(['Reading'])
})

it('begins anew after its time was over, and comes back to be read again after a failure', () => {
  expect(statesBefore('Open')).toEqual(['Reading', 'Expired'])
})

it('holds no bytes once it was answered, expired or forgotten', () => {
  expect(uploadStates.filter(holdsBytes)).toEqual(['Open', 'Reading'])
})
