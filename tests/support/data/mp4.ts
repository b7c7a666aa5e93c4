import { randomBytes } from 'node:crypto'

export interface Mp4Options {
  /** `isom` when absent; `qt  ` is QuickTime. */
  readonly brand?: string
  /** Milliseconds; 0 for a recording without a known duration. */
  readonly durationInMs?: number
  readonly createdOn?: Date
  /** Whether the header has the 64-bit fields of version 1. */
  readonly has64BitFields?: boolean
  /** Milliseconds, in `mehd`, as recorders of fragments write it. */
  readonly fragmentDurationInMs?: number
  /** Value of the key `com.apple.quicktime.creationdate`. */
  readonly creationDate?: string
  /** Value of the key `com.apple.quicktime.content.identifier`, as in Live Photos. */
  readonly livePhotoId?: string
  /** Text of the user data `©day`. */
  readonly creationDay?: string
}

/** Returns a video that consists of boxes only: a header, and random bytes instead of frames. */
export function buildMp4(input: Mp4Options = {}): Buffer {
  const { brand = 'isom', durationInMs = 7400, has64BitFields = false, fragmentDurationInMs } = input
  const createdInS = input.createdOn ? input.createdOn.getTime() / 1000 + 2_082_844_800 : 0
  const header = Buffer.alloc(has64BitFields ? 112 : 100)
  if (has64BitFields) {
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
  fragments.writeUInt32BE(fragmentDurationInMs ?? 0, 4)
  const mvex =
    fragmentDurationInMs === undefined ? Buffer.alloc(0) : buildBox('mvex', buildBox('mehd', fragments))
  return Buffer.concat([
    buildBox('ftyp', Buffer.from(`${brand}\0\0\0\0`)),
    // cameras write the header at the end
    buildBox('mdat', randomBytes(400)),
    buildBox('moov', Buffer.concat([buildBox('mvhd', header), mvex, ...buildMetadataBoxes(input)])),
  ])
}

function buildMetadataBoxes({ brand, creationDate, livePhotoId, creationDay }: Mp4Options): Buffer[] {
  const number = (value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return bytes
  }
  const none = number(0)
  const key = (name: string) => buildBox('mdta', Buffer.from(name))
  const item = (index: number, text: string) =>
    buildBox(
      number(index).toString('latin1'),
      buildBox('data', Buffer.concat([number(1), none, Buffer.from(text)])),
    )
  const handler = buildBox('hdlr', Buffer.alloc(24))
  const buildKeysBody = (texts: readonly (readonly [string, string])[]) =>
    Buffer.concat([
      ...(brand === 'qt  ' ? [] : [none]),
      handler,
      buildBox('keys', Buffer.concat([none, number(texts.length), ...texts.map(([name]) => key(name))])),
      buildBox('ilst', Buffer.concat(texts.map(([, text], index) => item(index + 1, text)))),
    ])
  const buildDayBody = (text: string) => {
    const size = Buffer.alloc(4)
    size.writeUInt16BE(text.length)
    return buildBox('\xa9day', Buffer.concat([size, Buffer.from(text)]))
  }
  const texts = [
    ['com.apple.quicktime.make', 'Phone'],
    ['com.apple.quicktime.creationdate', creationDate],
    ['com.apple.quicktime.content.identifier', livePhotoId],
  ].filter((each): each is [string, string] => each[1] !== undefined)
  return [
    ...(texts.length === 1 ? [] : [buildBox('meta', buildKeysBody(texts))]),
    ...(creationDay === undefined ? [] : [buildBox('udta', buildDayBody(creationDay))]),
  ]
}

function buildBox(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}
