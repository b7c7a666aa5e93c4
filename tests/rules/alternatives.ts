import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'

/** One alternative of a pattern. */
export interface Alternative {
  /** The alternative as written. */
  readonly text: string
  /** Whether it is excluded by a negative lookaround. */
  readonly isExcluded: boolean
  /** The pattern reduced to this alternative; an excluded one is required instead. */
  readonly pattern: RegExp
}

/**
 * Lists the alternatives of a pattern, at all depths, and those of negative lookarounds. A pattern without `|` is its own
 * only alternative.
 */
export function listAlternatives(pattern: RegExp): Alternative[] {
  const root = new RegExpParser().parsePattern(pattern.source)
  const found: Alternative[] = []
  visitRegExpAST(root, {
    onAlternativeEnter(node) {
      const isExcluded = isNegative(node.parent)
      // a group without `|` has no alternatives
      if (node.parent.alternatives.length === 1 && !isExcluded && node.parent !== root) return
      found.push({
        text: node.raw,
        isExcluded,
        pattern: new RegExp(buildReducedPattern(node), pattern.flags),
      })
    },
  })
  return found
}

/** Returns the pattern that contains an alternative, without the alternatives beside it and beside its ancestors. */
function buildReducedPattern(alternative: AST.Alternative): string {
  let text = alternative.raw
  let node: AST.Alternative = alternative
  for (;;) {
    const { parent } = node
    text = withoutSiblings(parent, text)
    if (parent.type === 'Pattern') return text
    const outer = findEnclosing(parent)
    text = outer.raw.slice(0, parent.start - outer.start) + text + outer.raw.slice(parent.end - outer.start)
    node = outer
  }
}

/** Returns a group with a single alternative; a negative lookaround becomes positive. */
function withoutSiblings(group: AST.Alternative['parent'], text: string): string {
  const first = group.alternatives[0]
  const last = group.alternatives.at(-1)
  if (!first || !last) throw new Error(`${group.raw} has no alternatives`)
  const opening = group.raw.slice(0, first.start - group.start)
  return (
    (isNegative(group) ? opening.replace('!', '=') : opening) + text + group.raw.slice(last.end - group.start)
  )
}

function isNegative(node: AST.Alternative['parent']): boolean {
  return node.type === 'Assertion' && node.negate
}

/** Returns the alternative around a group, which may be quantified. */
function findEnclosing(group: Exclude<AST.Alternative['parent'], AST.Pattern>): AST.Alternative {
  const { parent } = group
  return parent.type === 'Quantifier' ? parent.parent : parent
}
