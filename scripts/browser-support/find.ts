import { relative } from 'node:path'
import { ESLint } from 'eslint'
import { supportedFeaturesConfig } from './config.ts'

/** Locates unsupported syntax or an unsupported API. */
export interface Finding {
  /** File, line and column. */
  place: string
  message: string
  /** Surrounding code. */
  excerpt: string
}

const linter = new ESLint({
  overrideConfigFile: true,
  overrideConfig: supportedFeaturesConfig,
  allowInlineConfig: false,
})

/**
 * Finds unsupported syntax and APIs.
 *
 * @param patterns of built scripts
 * @throws where a pattern matches no file
 */
export async function findInFiles(...patterns: string[]): Promise<Finding[]> {
  return toFindings(await linter.lintFiles(patterns))
}

/** Finds unsupported syntax and APIs in a script. */
export async function findInText(script: string): Promise<Finding[]> {
  return toFindings(await linter.lintText(script, { filePath: 'script.js' }))
}

function toFindings(results: readonly ESLint.LintResult[]): Finding[] {
  return results.flatMap(({ filePath, messages, source = '' }) =>
    messages.map(({ line, column, message }) => {
      const text = source.split('\n')[line - 1] ?? ''
      return {
        place: `${relative('.', filePath)}:${line}:${column}`,
        // es-x says “ES2024 'Promise.withResolvers' is forbidden.”
        message: message.replace(/^ES\d+ '([\w.]+)'/, '$1'),
        excerpt: text.slice(Math.max(0, column - 40), column + 60),
      }
    }),
  )
}
