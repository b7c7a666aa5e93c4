/**
 * Returns a text for a terminal: without control characters, which could move its cursor or change what it shows, and without
 * marks that reverse the order of letters. Line breaks and tabs are kept.
 */
export const toPrintable = (text: string): string =>
  text.replace(/[^\P{Cc}\n\t]|[\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')
