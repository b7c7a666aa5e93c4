import { expect, it } from 'vitest'
import { readBibFromFileName } from './bib-from-file-name.ts'

const noBibs = new Set<string>()

it.each([
  ['128.mp4', '128'],
  ['0128.MP4', '128'],
  ['finish/128_finish.mov', '128'],
  ['A12-2.mp4', 'A12'],
  ['128 (1).mp4', '128'],
  ['finish bib-128.mp4', '128'],
  ['Финиш №128.mp4', '128'],
  ['Финиш номер 7.mp4', '7'],
  ['dorsal_7.m4v', '7'],
  ['2026-09-12 bib 128.mp4', '128'],
])('reads the start number in %s', (name, number) => {
  expect(readBibFromFileName(name, noBibs)).toBe(number)
})

it.each([
  'IMG_0128.MOV',
  'GX010128.MP4',
  'C0001.MP4',
  'PXL_20260912_181747.mp4',
  '20260912_181747.mp4',
  '2026-09-12 finish.mp4',
  'race.mp4',
  'half21km.mp4',
  '1234567.mp4',
])('reads none in %s', (name) => {
  expect(readBibFromFileName(name, noBibs)).toBeUndefined()
})

it.each([
  ['12-1.mp4', '12-1'],
  ['12-1_finish.mp4', '12-1'],
  ['15.1.mp4', '15.1'],
  ['123a.mp4', '123A'],
  ['АВ12.mp4', 'AB12'],
  ['Д15 финиш.mp4', 'Д15'],
  ['finish bib 123456.mp4', '123456'],
  ['12-2.mp4', '12'],
  ['128-1.mp4', '128'],
  ['21km.mp4', undefined],
])('prefers the numbers of the start list in %s', (name, number) => {
  const startNumbers = new Set(['12', '12-1', '15', '15.1', '123A', 'AB12', 'Д15', '123456'])
  expect(readBibFromFileName(name, startNumbers)).toBe(number)
})

it('recognizes a listed number when it is written in a decomposed form', () => {
  expect(readBibFromFileName('Й7.mp4'.normalize('NFD'), new Set(['Й7']))).toBe('Й7')
})
