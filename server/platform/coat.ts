import type { Context } from './context.ts'

/** The colours that a tenant's papers wear; they have no dark side. */
export interface Coat {
  readonly accent: string
  readonly onAccent: string
  /** The head of a plate, with white words on it. */
  readonly strip: string
}

/** What a tenant's letters and receipts look like: its own colours where it has some, else the product's. */
export function coatOf({ tenant }: Context): Coat {
  const { light } = tenant.settings.tokens
  return {
    accent: light['--pf-accent'] ?? '#d6330f',
    onAccent: light['--pf-on-accent'] ?? '#ffffff',
    strip: light['--pf-strip'] ?? '#0c0f12',
  }
}
