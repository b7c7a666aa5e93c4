import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'

export { namesInMessage } from '../../server/platform/language/message-names.ts'

/** Files of one language: each feature's own and the contract's texts of its codes. */
export function messageFiles(root: string, language: string): string[] {
  const name = `messages.${language}.json`
  const ofFeatures = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.split('/').at(-1) === name)
    .map((path) => join(root, 'src', path))
  return [...ofFeatures.sort(), join(root, 'contract', name)]
}

/** Texts of the first load: the shell with its menu, the home page, and calls without an answer. */
const first =
  /^(app|events|loading)\.|^device\.(forget|install|scheme(\.\w+)?)$|^(orders\.list\.title|shell\.reportBug)$|^error\.(NoResponse|Overloaded|TooManyRequests|TenantUnknown|Unexpected)$/
/** Texts that an event page with its photos shows besides; `events.*` of them are not part of the first load. */
const event =
  /^events\.(album|gift|notFound|processing|report|tab|tabs|video)\b|^photos\.|^search\.((byWord|find)\..+|close|loading|nothing\.numberLater)$|^selfie\.sign\.|^(cart\.(failed\.adding|remove)|error\.EventNotFound|frames\.title)$/

/** Features whose texts no page but their own shows: routes with `texts: 'all'` in `src/app/routes.tsx`. */
export const featuresApart = ['account', 'demo', 'gifts', 'launch', 'requests']
const apart = new RegExp(`^(${featuresApart.join('|')})\\.`)

/** Returns the file of texts that holds an id; '' is that of the first load. */
export function partOf(id: string): '' | 'event' | 'more' | 'rest' {
  if (event.test(id)) return 'event'
  if (first.test(id)) return ''
  return apart.test(id) ? 'rest' : 'more'
}

/**
 * All texts of a language by id; the contract's get `error.` before their code.
 *
 * @throws Error when two files claim the same id
 */
export function readMessages(root: string, language: string): Map<string, string> {
  const messages = new Map<string, string>()
  for (const file of messageFiles(root, language)) {
    const prefix = file.startsWith(join(root, 'contract')) ? 'error.' : ''
    const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
    for (const [id, text] of Object.entries(texts)) {
      if (messages.has(prefix + id)) throw new Error(`${file}: ${id} is there already`)
      messages.set(prefix + id, text)
    }
  }
  return messages
}

/** The expression of what react-intl would have parsed in the browser; a plain sentence goes through `t` to stay short. */
function compile(text: string): string {
  const elements = parse(text)
  const [only] = elements
  const plain = elements.length === 1 && only?.type === TYPE.literal
  return plain ? `t(${JSON.stringify(only.value)})` : JSON.stringify(elements)
}

const prefix = 'virtual:messages/'

/**
 * Serves the texts of a language, parsed at build: `virtual:messages/<language>` those of the first load,
 * `virtual:messages/<language>/event` those that an event page adds, `virtual:messages/<language>/more` those of most pages,
 * `virtual:messages/<language>/rest` those that only their own pages show.
 */
export function messagesPlugin(root: string): Plugin {
  return {
    name: 'messages',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined
      const [language = '', part = ''] = id.slice(prefix.length + 1).split('/')
      for (const file of messageFiles(root, language)) this.addWatchFile(file)
      const entries = [...readMessages(root, language)]
        .filter(([key]) => partOf(key) === part)
        .map(([key, text]) => `${JSON.stringify(key)}: ${compile(text)}`)
      return `const t = (value) => [{ type: ${TYPE.literal}, value }]\nexport default { ${entries.join(',\n')} }`
    },
    configureServer(server) {
      const refresh = (path: string) => {
        const language = /messages\.(\w+)\.json$/.exec(path)?.[1]
        if (!language) return
        for (const part of ['', '/event', '/more', '/rest']) {
          const module = server.moduleGraph.getModuleById(`\0${prefix}${language}${part}`)
          if (module) server.moduleGraph.invalidateModule(module)
        }
        server.ws.send({ type: 'full-reload' })
      }
      server.watcher.on('add', refresh).on('change', refresh).on('unlink', refresh)
    },
  }
}
