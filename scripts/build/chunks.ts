import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite'

/** Describes a chunk by the entries that need its modules. */
export interface ChunkRule {
  readonly name: string
  /** The chunk has the modules that all entries of one of these lists import, by path in the project. */
  readonly neededBy: readonly (readonly string[])[]
  /** Entries that load the chunk: it has no module that another entry needs. Any entry when absent. */
  readonly loadedBy?: readonly string[]
  /** Whether it also has modules that a single entry needs, with that entry itself. */
  readonly includesEntries?: true
}

const home = 'src/features/events/HomePage.tsx'
const event = 'src/features/event-page/EventPage.tsx'
const menu = 'src/app/shell/Menu.tsx'
const viewer = 'src/features/photos/viewer/Lightbox.tsx'
/** Parts of the album of an event with many photos. */
const albumParts = ['AlbumFilterBar', 'FilterBar', 'AlbumRuler'].map(
  (part) => `src/features/photos/wall/${part}.tsx`,
)
const results = 'src/features/search/ResultsPage.tsx'
/** Parts of the results that load once they are shown. */
const answerButtons = 'src/features/photos/viewer/IsMeButtons.tsx'
const rejectedPhotos = 'src/features/search/results/RejectedPhotos.tsx'
const pagesWithResults = ['src/features/search/MyPhotos.tsx', 'src/features/search/share/SharedPage.tsx']
const pricesInCart = 'src/features/photos/buying/PriceInCart.tsx'
const afterHydration = 'src/app/device/deferred.ts'

/**
 * Chunks in the order in which a phone needs them on a first visit. A module belongs to the first of them whose rule applies, so
 * that each loads only chunks before it. A request costs a phone a round trip on a weak network, and larger files also compress
 * better than their parts: docs/decisions.md compares other ways.
 */
const defaultRules: readonly ChunkRule[] = [
  { name: 'index', neededBy: [['index.html'], [home, event]], includesEntries: true },
  // tabs and layers of Headless UI: an event needs both, the home page loads them with the menu
  { name: 'layers', neededBy: [[event, menu]] },
  // ways to install
  { name: 'install', neededBy: [[menu, afterHydration]] },
  { name: 'menu', neededBy: [[menu]], includesEntries: true },
  { name: 'home', neededBy: [[home]] },
  { name: 'event', neededBy: [[event], [viewer, afterHydration]] },
  { name: 'viewer', neededBy: [[viewer]], includesEntries: true },
  // the viewer's sum of the cart
  { name: 'prices', neededBy: [[pricesInCart]], includesEntries: true },
  { name: 'late', neededBy: [[afterHydration]], includesEntries: true },
  {
    name: 'outbox',
    neededBy: [['src/app/outbox.ts'], ['src/platform/outbox/start.ts'], ['src/platform/storage/mirror.ts']],
    includesEntries: true,
  },
  { name: 'album', neededBy: albumParts.map((part) => [part]), loadedBy: albumParts, includesEntries: true },
  {
    name: 'results',
    neededBy: [[results], [answerButtons], [rejectedPhotos]],
    loadedBy: [results, answerButtons, rejectedPhotos, ...pagesWithResults, 'src/ui/kit/KitPage.tsx'],
    includesEntries: true,
  },
]

/** Number of entries from which a module that no rule names belongs to the chunk of the other pages. */
const minShareCount = 6

/**
 * Creates the plugin that groups the modules of a build into chunks. Reading the configuration, as tools do, builds nothing.
 *
 * @param createConfig returns the configuration of the page without groups
 */
export function chunksPlugin(createConfig: () => InlineConfig): Plugin {
  return {
    name: 'chunks',
    apply: 'build',
    async config() {
      const groups = await groupModules(createConfig())
      return { build: { rollupOptions: { output: { codeSplitting: { groups } } } } }
    },
  }
}

/**
 * Groups the modules of a build into chunks by the entries that import them. The bundler knows what an entry imports once
 * unused exports are removed: a first build without groups, and without an output, tells.
 *
 * @throws Error for an entry of a rule that the build does not have
 */
export async function groupModules(
  config: InlineConfig,
  rules: readonly ChunkRule[] = defaultRules,
): Promise<Rolldown.CodeSplittingGroup[]> {
  const chunks = await buildWithoutGroups(config)
  const modulesByEntry = new Map<string, ReadonlySet<string>>()
  const readModules = (entry: string) => {
    const modules = modulesByEntry.get(entry) ?? collectModules(chunks, entry)
    modulesByEntry.set(entry, modules)
    return modules
  }
  const groups = rules.map(
    ({ name, neededBy, loadedBy, includesEntries }, index): Rolldown.CodeSplittingGroup => {
      const modulesByList = neededBy.map((entries) => entries.map(readModules))
      for (const path of loadedBy ?? []) readModules(path)
      const otherEntries = loadedBy
        ? listEntries(chunks).filter((entry) => !loadedBy.some((path) => entry.endsWith(`/${path}`)))
        : []
      const modulesOfOthers = otherEntries.map(readModules)
      return {
        name,
        test: (id) =>
          modulesByList.some((lists) => lists.every((modules) => modules.has(id))) &&
          !modulesOfOthers.some((modules) => modules.has(id)),
        minShareCount: includesEntries ? 1 : 2,
        priority: rules.length - index,
        // other entries need some of what its modules import
        includeDependenciesRecursively: loadedBy === undefined,
      }
    },
  )
  return [...groups, { name: 'goods', test: /\/(src|contract)\//, minShareCount, priority: 0 }]
}

/** Returns the chunks of a build as the bundler makes them: one for each set of entries that share modules. */
async function buildWithoutGroups(config: InlineConfig): Promise<readonly Rolldown.OutputChunk[]> {
  const result = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, minify: false },
  })
  if (!('output' in result)) throw new Error('The build has several outputs')
  return result.output.filter((file) => file.type === 'chunk')
}

/** Lists the modules that are entries: of the page, or imported dynamically. */
function listEntries(chunks: readonly Rolldown.OutputChunk[]): readonly string[] {
  return chunks.flatMap(({ facadeModuleId }) => facadeModuleId ?? [])
}

/** Collects the modules of an entry and of all that it imports statically. */
function collectModules(chunks: readonly Rolldown.OutputChunk[], entry: string): ReadonlySet<string> {
  const chunksByFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const entryChunk = chunks.find(({ facadeModuleId }) => `/${facadeModuleId}`.endsWith(`/${entry}`))
  if (!entryChunk) throw new Error(`${entry} is not an entry of the build: mend the rules of the chunks`)
  const files = new Set([entryChunk.fileName])
  for (const file of files) for (const imported of chunksByFile.get(file)?.imports ?? []) files.add(imported)
  return new Set([...files].flatMap((file) => chunksByFile.get(file)?.moduleIds ?? []))
}
