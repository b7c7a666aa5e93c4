import type { Context } from '../../platform/context.ts'

const usualAccent = '#D6330F'

/** The tenant's own colour for letters, which have no dark side. */
export function accentOf({ tenant }: Context): string {
  return tenant.settings.tokens.light['--pf-accent'] ?? usualAccent
}
