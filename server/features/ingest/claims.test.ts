import { expect, test } from 'vitest'
import { createClaims } from './claims.ts'
import type { Outcome } from './outcome.ts'

const added: Outcome = {
  kind: 'added',
  media: 'photo',
  photoId: 'one',
  isUntimed: false,
  faces: 0,
  numbers: [],
}
const failed: Outcome = { kind: 'failed', reason: 'the picture is damaged or ends early' }
/** Resolves in a later macrotask, after all due claims are decided. */
const works = (outcome: Outcome) => () =>
  new Promise<Outcome>((resolve) => {
    setImmediate(() => resolve(outcome))
  })

test('of one picture the file opened first is taken, also when it is read last', async () => {
  const claims = createClaims()
  const [first, second] = [claims.open('a.jpg'), claims.open('b.jpg')]
  const late = second.take(['picture', 'b'], works(added))
  const opened = first.take(['picture', 'a'], works(added))
  expect(await opened).toEqual(added)
  expect(await late).toEqual({ kind: 'known', of: 'a.jpg' })
})

test('files of different pictures do not wait for each other’s ingest', async () => {
  const claims = createClaims()
  const [first, second] = [claims.open('a.jpg'), claims.open('b.jpg')]
  let finish = () => {}
  const slow = first.take(
    ['a'],
    () =>
      new Promise<Outcome>((resolve) => {
        finish = () => resolve(failed)
      }),
  )
  expect(await second.take(['b'], works(added))).toEqual(added)
  finish()
  expect(await slow).toEqual(failed)
})

test('a file that gives up does not hold back later ones', async () => {
  const claims = createClaims()
  const [first, second] = [claims.open('notes.txt'), claims.open('b.jpg')]
  const later = second.take(['b'], works(added))
  first.release()
  expect(await later).toEqual(added)
})

test('when the first could not be taken, the next one is', async () => {
  const claims = createClaims()
  const [first, second, third] = [claims.open('a.jpg'), claims.open('b.jpg'), claims.open('c.jpg')]
  const outcomes = [
    first.take(['picture'], works(failed)),
    second.take(['picture'], works(added)),
    third.take(['picture'], works(added)),
  ]
  expect(await Promise.all(outcomes)).toEqual([failed, added, { kind: 'known', of: 'b.jpg' }])
})

test('an error of the storage is thrown for its file, and the next one is taken', async () => {
  const claims = createClaims()
  const [first, second] = [claims.open('a.jpg'), claims.open('b.jpg')]
  const broken = first.take(['picture'], () => Promise.reject(new Error('no space left')))
  const next = second.take(['picture'], works(added))
  await expect(broken).rejects.toThrow('no space left')
  expect(await next).toEqual(added)
})
