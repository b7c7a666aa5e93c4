import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Place } from './count.ts'
import { findFalls, findRises, lowerRecord, readRecord } from './record.ts'

const folder = mkdtempSync(join(tmpdir(), 'photofinish-vocabulary-'))
const path = join(folder, 'record.json')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const place = (path: string, line: number): Place => ({
  kind: 'names',
  path,
  line,
  word: 'thing',
  instead: 'item',
})
const two = [place('src/lib/a.ts', 3), place('src/lib/b.ts', 5)]
const record = (names: number) => new Map([['src/lib', { comments: 0, names }]])

test('equal counts are accepted', () => {
  expect(findRises(two, record(2))).toEqual([])
  expect(findFalls(two, record(2))).toEqual([])
})

test('a higher count is reported with its places', () => {
  expect(findRises(two, record(1))).toEqual([
    'src/lib: 2 names, 1 recorded\n  src/lib/a.ts:3 thing → item\n  src/lib/b.ts:5 thing → item',
  ])
  expect(findFalls(two, record(1))).toEqual([])
})

test('a folder without a record has no places', () => {
  expect(findRises([place('sw/a.ts', 1)], record(0))).toEqual([
    'sw: 1 names, 0 recorded\n  sw/a.ts:1 thing → item',
  ])
})

test('a lower count is reported with the command that records it', () => {
  expect(findFalls(two, record(3))).toEqual([
    'src/lib: 2 names, 3 recorded: run npm run vocabulary -- --record',
  ])
  expect(findRises(two, record(3))).toEqual([])
})

test('counts are recorded when they fall, never when one rises', () => {
  expect(readRecord(path)).toBeUndefined()
  expect(lowerRecord(two, path)).toEqual([])
  expect(readRecord(path)).toEqual(record(2))
  const before = readFileSync(path, 'utf8')
  expect(lowerRecord([...two.slice(1), place('sw/a.ts', 1)], path)).toEqual([
    expect.stringContaining('sw: 1 names'),
  ])
  expect(readFileSync(path, 'utf8')).toBe(before)
  expect(lowerRecord(two.slice(1), path)).toEqual([])
  expect(readRecord(path)).toEqual(record(1))
})
