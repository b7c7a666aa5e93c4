import { expect, it } from 'vitest'
import { chunkSizeInBytes } from '../../contract/uploads.ts'
import { computeNextPieceSize } from './resume-upload.ts'

it('sends 64 KB at a time while a piece takes half a second or more', () => {
  expect(computeNextPieceSize(chunkSizeInBytes, 500)).toBe(chunkSizeInBytes)
  expect(computeNextPieceSize(chunkSizeInBytes, 8_000)).toBe(chunkSizeInBytes)
  expect(computeNextPieceSize(8 * chunkSizeInBytes, 2_000)).toBe(chunkSizeInBytes)
})

it('sends what a faster link carries in two seconds', () => {
  expect(computeNextPieceSize(chunkSizeInBytes, 499)).toBe(4 * chunkSizeInBytes)
  expect(computeNextPieceSize(4 * chunkSizeInBytes, 400)).toBe(20 * chunkSizeInBytes)
})

it('does not shrink a piece because the last one was the short end of a file', () => {
  expect(computeNextPieceSize(10, 400)).toBe(chunkSizeInBytes)
})

it('takes an answer that came at once for a fast link', () => {
  expect(computeNextPieceSize(chunkSizeInBytes, 0)).toBe(2_000 * chunkSizeInBytes)
})
