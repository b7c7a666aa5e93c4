import { type Curve, makeRgbProfile, type Primaries } from './rgb-profile.ts'

/** Colour space by the numbers of ITU-T H.273, as in `createNclxBox` boxes of HEIC and `cICP` chunks of PNG. */
export interface CodePoints {
  readonly primaries: number
  readonly transfer: number
}

const d65 = [0.3127, 0.329] as const
const illuminantC = [0.31, 0.316] as const

/** Primaries by their number in ITU-T H.273. */
export const primariesByNumber: Record<number, Primaries> = {
  1: { red: [0.64, 0.33], green: [0.3, 0.6], blue: [0.15, 0.06], white: d65 },
  4: { red: [0.67, 0.33], green: [0.21, 0.71], blue: [0.14, 0.08], white: illuminantC },
  5: { red: [0.64, 0.33], green: [0.29, 0.6], blue: [0.15, 0.06], white: d65 },
  6: { red: [0.63, 0.34], green: [0.31, 0.595], blue: [0.155, 0.07], white: d65 },
  7: { red: [0.63, 0.34], green: [0.31, 0.595], blue: [0.155, 0.07], white: d65 },
  8: { red: [0.681, 0.319], green: [0.243, 0.692], blue: [0.145, 0.049], white: illuminantC },
  9: { red: [0.708, 0.292], green: [0.17, 0.797], blue: [0.131, 0.046], white: d65 },
  11: { red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06], white: [0.314, 0.351] },
  12: { red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06], white: d65 },
  22: { red: [0.63, 0.34], green: [0.295, 0.605], blue: [0.155, 0.077], white: d65 },
}

const fromSrgb = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

/** Luminance of diffuse white in HDR pictures, by ITU-R BT.2408. */
const whiteInNits = 203
/** Above this share of white, HDR light is compressed instead of clipped. */
const knee = 0.6

function compressHighlights(nits: number): number {
  const light = nits / whiteInNits
  return light <= knee ? light : knee + (1 - knee) * (1 - Math.exp((knee - light) / (1 - knee)))
}

/** SMPTE ST 2084. */
function fromPq(value: number): number {
  const power = value ** (32 / 2523)
  const ratio = Math.max(0, power - 0.8359375) / (18.8515625 - 18.6875 * power)
  return compressHighlights(10_000 * ratio ** (8192 / 1305))
}

/** ARIB STD-B67, on a display of 1000 nits. */
function fromHlg(value: number): number {
  const light =
    value <= 0.5 ? value ** 2 / 3 : (Math.exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12
  return compressHighlights(1000 * light ** 1.2)
}

const curveByTransfer: Record<number, Curve> = { 4: 2.2, 5: 2.8, 8: 1, 16: fromPq, 17: 2.6, 18: fromHlg }

/**
 * Returns the ICC profile of a colour space, HDR compressed to the range of a screen. Returns undefined for sRGB and what is
 * treated like it: unknown numbers, and the transfer function of BT.709, which screens show as sRGB.
 */
export function buildCodePointProfile({ primaries, transfer }: CodePoints): Buffer | undefined {
  const knownPrimaries = primariesByNumber[primaries]
  const curve = curveByTransfer[transfer]
  if (curve === undefined && (knownPrimaries === undefined || primaries === 1)) return undefined
  return makeRgbProfile(knownPrimaries ?? (primariesByNumber[1] as Primaries), curve ?? fromSrgb)
}
