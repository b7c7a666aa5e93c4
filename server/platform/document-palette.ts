import type { Context } from './context.ts'

/** Colors of a tenant's letters and receipts, which have no dark scheme. */
export interface DocumentPalette {
  readonly accent: string
  readonly onAccent: string
  /** Background of a header with white text. */
  readonly strip: string
}

/** Returns the colors of a tenant's letters and receipts: its own where set, else the product's. */
export function getDocumentPalette({ tenant }: Context): DocumentPalette {
  const { light } = tenant.settings.tokens
  return {
    accent: light['--pf-accent'] ?? '#d6330f',
    onAccent: light['--pf-on-accent'] ?? '#ffffff',
    strip: light['--pf-strip'] ?? '#0c0f12',
  }
}
