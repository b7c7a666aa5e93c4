import { expect, it } from 'vitest'
import { pieceSizeInBytes } from '../../contract/uploads.ts'
import { nextPieceSize } from './resume-upload.ts'

it('sends 64 KB at a time while a piece takes half a second or more', () => {
  expect(nextPieceSize(pieceSizeInBytes, 500)).toBe(pieceSizeInBytes)
  expect(nextPieceSize(pieceSizeInBytes, 8_000)).toBe(pieceSizeInBytes)
  expect(nextPieceSize(8 * pieceSizeInBytes, 2_000)).toBe(pieceSizeInBytes)
})

it('sends what a faster link carries in two seconds', () => {
  expect(nextPieceSize(pieceSizeInBytes, 499)).toBe(4 * pieceSizeInBytes)
  expect(nextPieceSize(4 * pieceSizeInBytes, 400)).toBe(20 * pieceSizeInBytes)
})

it('does not shrink a piece because the last one was the short end of a file', () => {
  expect(nextPieceSize(10, 400)).toBe(pieceSizeInBytes)
})

it('takes an answer that came at once for a fast link', () => {
  expect(nextPieceSize(pieceSizeInBytes, 0)).toBe(2_000 * pieceSizeInBytes)
})
