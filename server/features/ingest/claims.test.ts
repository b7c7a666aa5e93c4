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
const resolveLater = (outcome: Outcome) => () =>
  new Promise<Outcome>((resolve) => {
    setImmediate(() => resolve(outcome))
  })

test('ingests the file of a picture that was opened first, also when it is read last', async () => {
  const claims = createClaims()
  const [first, second] = [claims.open('a.jpg'), claims.open('b.jpg')]
  const secondOutcome = second.ingestOnce(['picture', 'b'], resolveLater(added))
  const firstOutcome = first.ingestOnce(['picture', 'a'], resolveLater(added))
  expect(await firstOutcome).toEqual(added)
  expect(await secondOutcome).toEqual({ kind: 'known', existingName: 'a.jpg' })
})

test('files of different pictures do not wait for each other’s ingest', async () => {
  const claims = createClaims()
  const [first, second] = [claims.open('a.jpg'), claims.open('b.jpg')]
  let finish = () => {}
  const slow = first.ingestOnce(
    ['a'],
    () =>
      new Promise<Outcome>((resolve) => {
        finish = () => resolve(failed)
      }),
  )
  expect(await second.ingestOnce(['b'], resolveLater(added))).toEqual(added)
  finish()
  expect(await slow).toEqual(failed)
})

test('a file that gives up does not hold back later ones', async () => {
  const claims = createClaims()
  const [first, second] = [claims.open('notes.txt'), claims.open('b.jpg')]
  const later = second.ingestOnce(['b'], resolveLater(added))
  first.release()
  expect(await later).toEqual(added)
})

test('ingests the next file when the first one fails', async () => {
  const claims = createClaims()
  const [first, second, third] = [claims.open('a.jpg'), claims.open('b.jpg'), claims.open('c.jpg')]
  const outcomes = [
    first.ingestOnce(['picture'], resolveLater(failed)),
    second.ingestOnce(['picture'], resolveLater(added)),
    third.ingestOnce(['picture'], resolveLater(added)),
  ]
  expect(await Promise.all(outcomes)).toEqual([failed, added, { kind: 'known', existingName: 'b.jpg' }])
})

test('an error of the storage is thrown for its file, and the next one is taken', async () => {
  const claims = createClaims()
  const [first, second] = [claims.open('a.jpg'), claims.open('b.jpg')]
  const broken = first.ingestOnce(['picture'], () => Promise.reject(new Error('no space left')))
  const next = second.ingestOnce(['picture'], resolveLater(added))
  await expect(broken).rejects.toThrow('no space left')
  expect(await next).toEqual(added)
})
