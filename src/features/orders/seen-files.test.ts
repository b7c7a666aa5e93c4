// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import type { OrderFile } from './files.ts'
import { markSeen, newFiles, seenFiles } from './seen-files.ts'

const file = (key: string, isNew?: true): OrderFile => ({
  key,
  kind: 'photo',
  repeat: 1,
  number: 1,
  download: { fileName: key, url: '', bytes: 1, expiresOn: '2026-11-20T10:00:00.000Z', isNew },
})
const files = [file('a'), file('b', true), file('c', true)]
const keys = (list: readonly OrderFile[]) => list.map(({ key }) => key)

beforeEach(() => localStorage.clear())

it('only what came later is new, until it is looked at or saved', () => {
  expect(keys(newFiles(files, [], []))).toEqual(['b', 'c'])
  expect(keys(newFiles(files, ['b'], []))).toEqual(['c'])
  expect(keys(newFiles(files, ['b'], ['c']))).toEqual([])
})

it('what was looked at is remembered once, each order by itself, and nothing of what was there before', () => {
  markSeen('o1', files.slice(0, 2))
  markSeen('o1', files.slice(0, 2))
  expect(seenFiles('o1').read()).toEqual(['b'])
  expect(seenFiles('o2').read()).toEqual([])
})
