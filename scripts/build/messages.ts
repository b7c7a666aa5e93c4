import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'
import { defaultLanguage, languages } from '../../contract/language/languages.ts'
import { chooseTextChunks, type TextChunk, textChunks } from './text-levels.ts'

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
const modulePrefix = `${loadersModule}/`

const listModules = (language: string) =>
  textChunks.map((chunk) => `${modulePrefix}${language}${chunk && `/${chunk}`}`)

/** Returns the code of the module that imports the texts of a language and a level lazily. */
function renderLoaders(): string {
  const rows = languages.map((language) => {
    const loaders = listModules(language).map((module) => `() => import(${JSON.stringify(module)})`)
    return `${JSON.stringify(language)}: [${loaders.join(', ')}]`
  })
  return `export const textLoaders = { ${rows.join(',\n')} }`
}

/**
 * Provides the texts of a language, parsed at build time. `virtual:messages/<language>` has those of the first load,
 * `virtual:messages/<language>/event` the additional ones of an event page, `virtual:messages/<language>/results` those of the
 * results of a search. `virtual:messages/<language>/more` has those of most pages, `virtual:messages/<language>/rest` those of single pages. `virtual:messages` loads each of them.
 */
export function messagesPlugin(root: string): Plugin {
  let chunks: ReadonlyMap<string, TextChunk> = new Map()
  const chooseChunks = () => {
    chunks = chooseTextChunks(root, [...readMessages(root, defaultLanguage).keys()])
  }
  return {
    name: 'messages',
    buildStart: chooseChunks,
    resolveId: (id) => (id === loadersModule || id.startsWith(modulePrefix) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${loadersModule}`) return renderLoaders()
      if (!id.startsWith(`\0${modulePrefix}`)) return undefined
      const [language = '', part = ''] = id.slice(modulePrefix.length + 1).split('/')
      for (const file of listMessageFiles(root, language)) this.addWatchFile(file)
      const entries = [...readMessages(root, language)]
        .filter(([key]) => chunks.get(key) === part)
        .map(([key, text]) => `${JSON.stringify(key)}: ${compileMessage(text)}`)
      return `const t = (value) => [{ type: ${TYPE.literal}, value }]\nexport default { ${entries.join(',\n')} }`
    },
    configureServer(server) {
      const refresh = (path: string) => {
        const language = /messages\.(\w+)\.json$/.exec(path)?.[1]
        if (!language) return
        chooseChunks()
        for (const name of listModules(language)) {
          const module = server.moduleGraph.getModuleById(`\0${name}`)
          if (module) server.moduleGraph.invalidateModule(module)
        }
        server.ws.send({ type: 'full-reload' })
      }
      server.watcher.on('add', refresh).on('change', refresh).on('unlink', refresh)
    },
  }
}
