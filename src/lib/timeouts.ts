/**
 * Waiting for the first byte of a read, of a write, and between two pieces of a body; for the answer to a piece of an
 * upload: a stall, and what 64 KB take at 32 kbit/s, as fetch does not tell how much of a body has left.
 */
export const timeouts = {
  readInMs: 8_000,
  writeInMs: 15_000,
  stallInMs: 10_000,
  afterUploadInMs: 60_000,
  pieceInMs: 26_000,
}
