/** Returns whether typed text is a bib: digits after at most one letter. Text without digits is a name. */
export const isBib = (typed: string): boolean => /^\s*\p{L}?\s*\d+\s*$/u.test(typed)
