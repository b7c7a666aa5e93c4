/** Header of an answer that the device has kept from earlier: when the service gave it, ms since 1970. */
export const copiedOnHeader = 'photofinish-copied-on'

/** When an answer was given, if it is a copy of an earlier one; undefined for one that has just come. */
export function copiedOn(headers: Headers): number | undefined {
  const text = headers.get(copiedOnHeader)
  return text === null ? undefined : Number(text)
}
