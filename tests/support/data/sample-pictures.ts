import sharp from 'sharp'

/** Renders a picture of 96 × 64 px, left half red, right half blue. */
export function createRedAndBluePicture() {
  const blue = { create: { width: 48, height: 64, channels: 3, background: '#2040d0' } } as const
  return sharp({ create: { width: 96, height: 64, channels: 3, background: '#d02020' } }).composite([
    { input: blue, left: 48, top: 0 },
  ])
}

/** Contains the same picture as an iPhone would write it, taken on 12 September 2026 at 17:31:02.25 in Moscow's zone. */
export const redAndBlueHeic = Buffer.from(
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAYBtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAANGlsb2MAAAAAREAAAgABAAAAAAGkAAEAAAAAAAAAcgACAAAAAAIWAAEAAAAAAAABfAAAADhpaW5mAAAAAAACAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAFWluZmUCAAABAAIAAEV4aWYAAAAAv2lwcnAAAAChaXBjbwAAAHVodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQAoQgEBA3AAAAMAkAAAAwAAAwAeoDCBBZbqSSmubAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAGAAAABAAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAoMAAAAaaXJlZgAAAAAAAAAOY2RzYwACAAEAAQAAAfZtZGF0AAAAbigBrw7g6JSAwHJ1/t78f//OPfIfyzecjOUHdGIS1a6J4uN2IO5AQGr/lyM+83w0nUPaIxiraaj4IAoa2rn2/A76+Uyo5fBECbmBdNOYfzMSYytfHvxrzxpziufZA6NkfhtkwlOTGMIuxNp1n4/8AAAAAElJKgAIAAAACAAPAQIABQAAAH4AAAASAQMAAQAAAAEAAAAaAQUAAQAAAG4AAAAbAQUAAQAAAHYAAAAoAQMAAQAAAAIAAAATAgMAAQAAAAEAAABphwQAAQAAAIQAAAAliAQAAQAAABIBAAAAAAAASAAAAAEAAABIAAAAAQAAAFRlc3QAAAkAAJAHAAQAAAAwMjEwA5ACABQAAAD+AAAAEZACAAcAAAD2AAAAAZEHAAQAAAABAgMAkZICAAMAAAAyNQAAAKAHAAQAAAAwMTAwAaADAAEAAAD//wAAAqAEAAEAAABgAAAAA6AEAAEAAABAAAAAAAAAACswMzowMAAAMjAyNjowOToxMiAxNzozMTowMgAEAAEAAgACAAAATgAAAAIABQADAAAAYAEAAAMAAgACAAAARQAAAAQABQADAAAASAEAAAAAAAAeAAAAAQAAABIAAAABAAAAAAAAAAEAAAA7AAAAAQAAADgAAAABAAAAAAAAAAEAAAA=',
  'base64',
)

/** Lists the colours of `createQuartersPicture`: top left, top right, bottom left, bottom right. */
export const quarterColours = [
  [200, 90, 70],
  [60, 170, 90],
  [60, 90, 190],
  [200, 200, 200],
] as const

/** Renders a picture of 96 × 64 px in four colours, so that a rotation or a mirroring shows. */
export function createQuartersPicture() {
  const parts = quarterColours.map((rgb, i) => ({
    input: { create: { width: 48, height: 32, channels: 3 as const, background: toCssColour(rgb) } },
    left: (i % 2) * 48,
    top: Math.floor(i / 2) * 32,
  }))
  // composing adds an alpha channel, and comes after colour conversions, so it is rendered first
  return sharp({ create: { width: 96, height: 64, channels: 3, background: '#000' } })
    .composite(parts)
    .removeAlpha()
    .raw()
    .toBuffer()
    .then((data) => sharp(data, { raw: { width: 96, height: 64, channels: 3 } }))
}

const toCssColour = ([red, green, blue]: readonly [number, number, number]) => `rgb(${red},${green},${blue})`
