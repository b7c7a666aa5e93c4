import type { FileHandle } from 'node:fs/promises'

/** A box of ISO 14496-12. */
export interface Box {
  readonly type: string
  /** Offsets of its body in the file. */
  readonly from: number
  readonly to: number
}

/** Maximum number of boxes on one level. Camera files have fewer. */
const maxBoxes = 10_000

/** Returns the boxes of one level. The last one may claim to end beyond `to`. */
export async function boxesBetween(file: FileHandle, from: number, to: number): Promise<Box[]> {
  const boxes: Box[] = []
  let at = from
  while (at + 8 <= to && boxes.length < maxBoxes) {
    const head = await read(file, at, 16)
    if (head.length < 8) break
    const short = head.readUInt32BE(0)
    const long = short === 1 && head.length === 16
    const headSize = long ? 16 : 8
    // 0: up to the end of the file
    const size = short === 0 ? to - at : long ? Number(head.readBigUInt64BE(8)) : short
    if (size < headSize) break
    boxes.push({ type: head.toString('latin1', 4, 8), from: at + headSize, to: at + size })
    at += size
  }
  return boxes
}

/** Reads bytes of a file; fewer at its end. */
export async function read(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}
