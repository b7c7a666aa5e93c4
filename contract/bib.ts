/** Whether what was typed is meant as a bib: that holds digits behind one letter at most; what holds none is a name. */
export const isBib = (typed: string): boolean => /^\s*\p{L}?\s*\d+\s*$/u.test(typed)
