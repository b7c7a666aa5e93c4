import { expect, it } from 'vitest'
import { numberOfFile } from './number-of-file.ts'

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
  expect(numberOfFile(name)).toBe(number)
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
  expect(numberOfFile(name)).toBeUndefined()
})
