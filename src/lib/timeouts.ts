/**
 * Timeouts for the first byte of a read, of a write, and between two chunks of a body. `pieceInMs` is a stall plus
 * the time of 64 KB at 32 kbit/s, as fetch does not report upload progress.
 */
export const timeouts = {
  readInMs: 8_000,
  writeInMs: 15_000,
  stallInMs: 10_000,
  afterUploadInMs: 60_000,
  pieceInMs: 26_000,
}
