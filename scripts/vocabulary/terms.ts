import data from './terms.json' with { type: 'json' }

/** Describes a term to avoid, with its replacement. */
export interface Term {
  readonly pattern: RegExp
  readonly instead: string
  /** Text that contains the term, for the test of the list. */
  readonly example?: string
  /** Name of a file that contains the term, where there is no text. */
  readonly exampleFile?: string
}

/** Describes a name to avoid. */
export interface NameTerm extends Term {
  /** Where the name counts: in a declaration or in a call. Everywhere by default. */
  readonly only?: 'declared' | 'called'
}

/** Describes a use of a term that stays. */
export interface Allowed {
  /** From the root of the project, with slashes. */
  readonly path: string
  readonly words: readonly string[]
  readonly reason: string
}

interface Row extends Omit<NameTerm, 'pattern' | 'only'> {
  readonly pattern: string
  readonly flags?: string
  readonly only?: string
}

const toTerms = (rows: readonly Row[]): readonly NameTerm[] =>
  rows.map(({ pattern, flags, ...rest }) => ({ ...rest, pattern: new RegExp(pattern, flags) }) as NameTerm)

/** Words of comments that describe scenes instead of facts about code. */
export const commentTerms: readonly Term[] = toTerms(data.comments)

/** Names with a standard term. */
export const nameTerms: readonly NameTerm[] = toTerms(data.names)

/** Properties whose string value selects a variant. */
export const discriminants: readonly Term[] = toTerms(data.discriminants)

/** Terms of any line of code or documentation, and of the path of a file. */
export const lineTerms: readonly Term[] = toTerms(data.lines)

/** Uses of terms that stay, each with its reason. */
export const allowed: readonly Allowed[] = data.allowed
