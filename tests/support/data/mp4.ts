import { randomBytes } from 'node:crypto'

export interface Mp4Options {
  /** `isom` when absent; `qt  ` is QuickTime. */
  readonly brand?: string
  /** Milliseconds; 0 for a recording without a known duration. */
  readonly durationInMs?: number
  readonly createdOn?: Date
  /** With the 64-bit fields of version 1. */
  readonly isLong?: boolean
  /** Milliseconds, in `mehd`, as recorders of fragments write it. */
  readonly fragmentsInMs?: number
}

/** Returns a video that consists of boxes only: a header, and random bytes instead of frames. */
export function anMp4(input: Mp4Options = {}): Buffer {
  const { brand = 'isom', durationInMs = 7400, isLong = false, fragmentsInMs } = input
  const createdInS = input.createdOn ? input.createdOn.getTime() / 1000 + 2_082_844_800 : 0
  const header = Buffer.alloc(isLong ? 112 : 100)
  if (isLong) {
    header.writeUInt8(1, 0)
    header.writeBigUInt64BE(BigInt(createdInS), 4)
    header.writeUInt32BE(1000, 20)
    header.writeBigUInt64BE(BigInt(durationInMs), 24)
  } else {
    header.writeUInt32BE(createdInS, 4)
    header.writeUInt32BE(1000, 12)
    header.writeUInt32BE(durationInMs, 16)
  }
  const fragments = Buffer.alloc(8)
  fragments.writeUInt32BE(fragmentsInMs ?? 0, 4)
  const mvex = fragmentsInMs === undefined ? Buffer.alloc(0) : box('mvex', box('mehd', fragments))
  return Buffer.concat([
    box('ftyp', Buffer.from(`${brand}\0\0\0\0`)),
    // cameras write the header at the end
    box('mdat', randomBytes(400)),
    box('moov', Buffer.concat([box('mvhd', header), mvex])),
  ])
}

function box(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}
