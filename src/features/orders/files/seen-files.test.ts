// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import type { OrderFile } from './files.ts'
import { getSeenFilesStore, listUnseenFiles, markFilesSeen } from './seen-files.ts'

const buildFile = (key: string, isNew?: true): OrderFile => ({
  key,
  kind: 'photo',
  repeat: 1,
  number: 1,
  download: { fileName: key, url: '', bytes: 1, expiresOn: '2026-11-20T10:00:00.000Z', isNew },
})
const files = [buildFile('a'), buildFile('b', true), buildFile('c', true)]
const listKeys = (list: readonly OrderFile[]) => list.map(({ key }) => key)

beforeEach(() => localStorage.clear())

it('files added later are new until they are viewed or saved', () => {
  expect(listKeys(listUnseenFiles(files, [], []))).toEqual(['b', 'c'])
  expect(listKeys(listUnseenFiles(files, ['b'], []))).toEqual(['c'])
  expect(listKeys(listUnseenFiles(files, ['b'], ['c']))).toEqual([])
})

it('stores viewed files once and per order, without the files that were there at first', () => {
  markFilesSeen('o1', files.slice(0, 2))
  markFilesSeen('o1', files.slice(0, 2))
  expect(getSeenFilesStore('o1').read()).toEqual(['b'])
  expect(getSeenFilesStore('o2').read()).toEqual([])
})
