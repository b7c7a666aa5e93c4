/** Returns a text with a replacement character for each half of a surrogate pair, which encoders refuse. `Cs` matches these. */
export const toWellFormed = (text: string): string => text.replace(/\p{Cs}/gu, '\ufffd')

/** Escapes any text as one part of an address. Never throws, unlike `encodeURIComponent`. */
export const encodePart = (text: string): string => encodeURIComponent(toWellFormed(text))

/** Returns the text of one part of an address. A malformed escape leaves it as it is, e.g. `100%`. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
