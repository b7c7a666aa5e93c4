import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'
import { defaultLanguage, type Language, languages } from '../../contract/language/languages.ts'
import { getTextModule, type TextLevel, textLevels } from '../../contract/pages.ts'
import { chooseTextLevels } from './text-levels.ts'

export { listPlaceholders } from '../../server/platform/language/message-placeholders.ts'

/** Returns the message files of one language: one per feature, and the contract's texts of its codes. */
export function listMessageFiles(root: string, language: string): string[] {
  const name = `messages.${language}.json`
  const featureFiles = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.split('/').at(-1) === name)
    .map((path) => join(root, 'src', path))
  return [...featureFiles.sort(), join(root, 'contract', name)]
}

/**
 * Returns all texts of a language by id. Those of the contract are prefixed with `error.`.
 *
 * @throws Error when two files define the same id
 */
export function readMessages(root: string, language: string): Map<string, string> {
  const messages = new Map<string, string>()
  for (const file of listMessageFiles(root, language)) {
    const idPrefix = file.startsWith(join(root, 'contract')) ? 'error.' : ''
    const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
    for (const [id, text] of Object.entries(texts)) {
      if (messages.has(idPrefix + id)) throw new Error(`${file}: ${id} is there already`)
      messages.set(idPrefix + id, text)
    }
  }
  return messages
}

/** Compiles a text to the expression that react-intl would have parsed in the browser. Plain texts use `t` to stay short. */
function compileMessage(text: string): string {
  const elements = parse(text)
  const [onlyElement] = elements
  const isPlain = elements.length === 1 && onlyElement?.type === TYPE.literal
  return isPlain ? `t(${JSON.stringify(onlyElement.value)})` : JSON.stringify(elements)
}

const loadersModule = 'virtual:messages'

/** The modules with the texts of one language and level, by resolved id. */
const textModules: ReadonlyMap<string, { language: Language; level: TextLevel }> = new Map(
  languages.flatMap((language) =>
    textLevels.map((level) => [`\0${getTextModule(language, level)}`, { language, level }] as const),
  ),
)

/** Returns the code of the module that imports the texts of a language and a level lazily. */
function renderLoaders(): string {
  const rows = languages.map((language) => {
    const loaders = textLevels.map((level) => `${level}: () => import('${getTextModule(language, level)}')`)
    return `${language}: { ${loaders.join(', ')} }`
  })
  return `export const textLoaders = { ${rows.join(',\n')} }`
}

/** Provides the texts of a language, parsed at build time: one module for each level. `virtual:messages` loads each of them. */
export function messagesPlugin(root: string): Plugin {
  let levels: ReadonlyMap<string, TextLevel> = new Map()
  const chooseLevels = () => {
    levels = chooseTextLevels(root, [...readMessages(root, defaultLanguage).keys()])
  }
  return {
    name: 'messages',
    buildStart: chooseLevels,
    resolveId: (id) => (id === loadersModule || textModules.has(`\0${id}`) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${loadersModule}`) return renderLoaders()
      const textModule = textModules.get(id)
      if (!textModule) return undefined
      const { language, level } = textModule
      for (const file of listMessageFiles(root, language)) this.addWatchFile(file)
      const entries = [...readMessages(root, language)]
        .filter(([key]) => levels.get(key) === level)
        .map(([key, text]) => `${JSON.stringify(key)}: ${compileMessage(text)}`)
      return `const t = (value) => [{ type: ${TYPE.literal}, value }]\nexport default { ${entries.join(',\n')} }`
    },
    configureServer(server) {
      const refresh = (path: string) => {
        const language = /messages\.(\w+)\.json$/.exec(path)?.[1]
        if (!language) return
        chooseLevels()
        for (const [id, textModule] of textModules) {
          const module = textModule.language === language && server.moduleGraph.getModuleById(id)
          if (module) server.moduleGraph.invalidateModule(module)
        }
        server.ws.send({ type: 'full-reload' })
      }
      server.watcher.on('add', refresh).on('change', refresh).on('unlink', refresh)
    },
  }
}
