/**
 * Who may import whom; the table in CONTRIBUTING says why. Down the list, never up.
 * Tests sit next to the code they test and may import the builders in tests/support.
 */
const code = { pathNot: '\\.test(-d)?\\.tsx?$' }
const libraries = '^node_modules/|^node:|^virtual:'
/** Features that read the tables of others: counts of events, and figures for operators. */
const readModels = '^server/features/(event-overview|metrics)/'
const builtIn = { dependencyTypesNot: ['core'] }

const only = (name, from, allowed, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from, ...code },
  to: { pathNot: [...allowed, libraries], ...builtIn },
})

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Two things that need each other are one thing, or hide a third.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'product-imports-no-tests',
      severity: 'error',
      comment: 'Tests and their helpers are not shipped.',
      from: { path: '^(contract|src|sw|server)/', ...code },
      to: { path: '^tests/|\\.test\\.tsx?$' },
    },
    {
      name: 'contract-stands-alone',
      severity: 'error',
      comment: 'Both sides, and any other backend, read it: itself and zod.',
      from: { path: '^contract/', ...code },
      to: { pathNot: ['^contract/', '^node_modules/zod/'] },
    },
    {
      name: 'outbox-knows-no-action',
      severity: 'error',
      comment:
        'The queue is generic: a feature defines its actions in sync.ts, src/app/actions.ts registers them.',
      from: { path: '^src/lib/outbox/', ...code },
      to: {
        pathNot: [
          '^src/lib/outbox/',
          '^src/lib/memory/(?!index)',
          '^src/lib/(api-error|random-id)\\.ts$',
          '^contract/errors\\.ts$',
          '^node_modules/zod/',
        ],
      },
    },
    only('lib-runs-anywhere', '^src/lib/', ['^src/lib/', '^contract/'], 'It runs on every thread.'),
    only(
      'ui-knows-no-domain',
      '^src/ui/',
      ['^src/ui/', '^src/lib/'],
      'A button does not know what a bib is.',
    ),
    only(
      'platform-below-features',
      '^src/platform/',
      ['^src/platform/', '^src/ui/', '^src/lib/', '^contract/'],
      'Lower layers must not import what is built on them.',
    ),
    {
      name: 'neighbour-by-its-door',
      severity: 'error',
      comment: 'A feature imports itself, the doors of its neighbours, and what lies below.',
      from: { path: '^src/features/([^/]+)/', ...code },
      to: {
        pathNot: [
          '^src/features/$1/',
          '^src/features/[^/]+/index\\.ts$',
          '^src/(platform|ui|lib)/',
          '^contract/',
          libraries,
        ],
        ...builtIn,
      },
    },
    {
      name: 'sync-runs-anywhere',
      severity: 'error',
      comment:
        'The service worker sends queued actions too: no React, no page, no other part of the feature.',
      from: { path: '^src/features/([^/]+)/sync(\\.ts$|/)', ...code },
      to: { pathNot: ['^src/features/$1/sync(\\.ts$|/)', '^src/lib/', '^contract/', '^node_modules/zod/'] },
    },
    {
      name: 'sync-only-by-actions',
      severity: 'error',
      comment: 'A page loads the queued actions late, with the queue. The types of entries need no import.',
      from: { path: '^(src|sw)/', pathNot: [code.pathNot, '^src/app/actions\\.ts$'] },
      to: { path: '^src/features/[^/]+/sync\\.ts$' },
    },
    {
      name: 'actions-by-sync',
      severity: 'error',
      comment:
        'The service worker imports these files: they register the actions of features, and nothing else.',
      from: { path: '^src/app/(actions|outbox)\\.ts$' },
      to: { pathNot: ['^src/app/actions\\.ts$', '^src/features/[^/]+/sync\\.ts$', '^src/lib/outbox/'] },
    },
    {
      name: 'pages-only-by-app',
      severity: 'error',
      comment: 'Pages stay out of each other’s chunks; src/app loads them lazily.',
      from: { path: '^(src/(features|platform|ui|lib)|sw|contract|server)/', ...code },
      to: { path: 'Page\\.tsx$' },
    },
    {
      name: 'no-page-code-on-a-thread',
      severity: 'error',
      comment:
        'A worker has no page: src/lib, the contract, the queued actions and its own folder without components.',
      from: { path: '^sw/|^src/.*\\.worker\\.ts$', ...code },
      to: {
        path: '^src/(app|ui|platform)/|\\.tsx$|^server/',
        pathNot: '^src/app/(actions|outbox)\\.ts$',
      },
    },
    {
      name: 'page-and-server-apart',
      severity: 'error',
      comment: 'They meet in the contract only.',
      from: { path: '^(src|sw)/' },
      to: { path: '^server/' },
    },
    {
      name: 'server-and-page-apart',
      severity: 'error',
      comment: 'They meet in the contract only.',
      from: { path: '^server/' },
      to: { path: '^(src|sw)/' },
    },
    {
      name: 'server-feature-by-its-door',
      severity: 'error',
      comment: 'Never an adapter: needs are stated in ports.ts. Tables are read and written by their owner.',
      from: { path: '^server/features/([^/]+)/', pathNot: [code.pathNot, readModels] },
      to: {
        pathNot: [
          '^server/features/$1/',
          '^server/features/[^/]+/(index|ports)\\.ts$',
          '^server/platform/',
          '^contract/',
          libraries,
        ],
        ...builtIn,
      },
    },
    {
      name: 'read-model-by-tables',
      severity: 'error',
      comment: 'A read model joins the tables of other features, and writes none.',
      from: { path: readModels, ...code },
      to: {
        pathNot: [
          '^server/features/$1/',
          '^server/features/[^/]+/(index|tables|ports)\\.ts$',
          '^server/platform/',
          '^contract/',
          libraries,
        ],
        ...builtIn,
      },
    },
    {
      name: 'adapters-fill-ports',
      severity: 'error',
      comment: 'The outside fills what a feature asked for.',
      from: { path: '^server/adapters/', ...code },
      to: {
        pathNot: [
          '^server/adapters/',
          '^server/features/[^/]+/ports\\.ts$',
          '^server/platform/',
          '^contract/',
          libraries,
        ],
        ...builtIn,
      },
    },
    only(
      'platform-knows-no-feature',
      '^server/platform/',
      ['^server/platform/', '^contract/'],
      'Lower layers must not import what is built on them.',
    ),
    {
      name: 'sql-in-stores',
      severity: 'error',
      comment: 'Only stores, tables and the database platform speak SQL.',
      from: {
        path: '^server/',
        pathNot: ['(^|/|-)(store|tables)\\.ts$', '^server/platform/', '\\.test\\.ts$'],
      },
      to: { path: '^node_modules/(drizzle-orm|pg|@electric-sql)/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|server/platform/db/migrations)/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.cjs', '.mjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
