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
export async function readBoxes(file: FileHandle, from: number, to: number): Promise<Box[]> {
  const boxes: Box[] = []
  let position = from
  while (position + 8 <= to && boxes.length < maxBoxes) {
    const header = await readBytes(file, position, 16)
    if (header.length < 8) break
    const shortSize = header.readUInt32BE(0)
    const isLongSize = shortSize === 1 && header.length === 16
    const headSize = isLongSize ? 16 : 8
    // 0: up to the end of the file
    const size = shortSize === 0 ? to - position : isLongSize ? Number(header.readBigUInt64BE(8)) : shortSize
    if (size < headSize) break
    boxes.push({ type: header.toString('latin1', 4, 8), from: position + headSize, to: position + size })
    position += size
  }
  return boxes
}

/** Reads bytes of a file; fewer at its end. */
export async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
