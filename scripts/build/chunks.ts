import type { Rolldown } from 'vite'

/** Describes a chunk whose modules are selected by a pattern over their paths. */
type Chunk = Rolldown.CodeSplittingGroup & { readonly name: string; readonly test: RegExp }

/**
 * Groups the modules into chunks by use. A request costs a phone a round trip on a weak network, and six files are loaded in
 * parallel. Larger files also compress better than their parts. tests/rules/patterns.test.ts fails on an alternative of a
 * pattern that matches no file.
 */
export const chunks: Chunk[] = [
  // the entry with its imports, and calls, events and small parts of nearly every page: 1.1 KB less than in two files
  {
    name: 'index',
    test: /\/index\.html$|\/src\/(app\/(main|shell\/PageFoot)\.|ui\/(Bib|TextLink|feedback\/(EmptyState|Note|Snackbar)|media\/ProgressiveImage)\.|platform\/(loading\/|navigation\/use-title|notices\/notices)|features\/(checkout\/intent|events\/(LastUpdated|EventTitle|InDays|day|saved-events|use-events)|orders\/list\/orders-path)|lib\/(api|cached-at|parse-api-error|format\/time|transport)\.)|\/contract\/(cover|events|pages)\./,
    priority: 7,
  },
  // Headless UI, shared by tabs and layers: an event needs both, the home page loads it with its first layer
  {
    name: 'layers',
    test: /\/@headlessui\/react\/dist\/components\/(dialog|tabs)\/|\/src\/ui\/layout\/(Layer|Sheet|Tabs)\./,
    priority: 6,
  },
  // event lists, and their search fields
  {
    name: 'rows',
    test: /\/contract\/date-query\.|\/src\/(ui\/form\/(Field|SearchField)\.|features\/events\/(EventRows|Suggestion|orders-to-resume|use-event-search)\.)/,
    minShareCount: 2,
    priority: 3.5,
  },
  // prices, the cart and stored data, as far as an event page needs them
  {
    name: 'wares',
    test: /\/src\/(ui\/(Chip|Price|layout\/Dock)\.|features\/(cart\/(changes\/(journal|lazy-cart)|overlay|pending-entries|state|use-cart)|catalog\/(?!framed-products|price-selection|use-catalog-products)|purchases\/(paid-orders|unwatermarked-photos|use-unwatermarked-photos|use-purchases)\.)|lib\/(memory\/(?!file-parts)|outbox\/index\.|format\/(count|money))|platform\/(money\/|notices\/announce|search-token\/(?!found-photos)|storage\/event-search))|\/contract\/(cart|catalog|competitors|photos|recognition)\./,
    minShareCount: 2,
    priority: 3,
  },
  // the cart actions that most pages need after hydration
  {
    name: 'soon',
    test: /\/src\/(features\/cart\/(changes\/(add|analytics-line|replay-additions|wait-for-answer)|cart-orders|refresh-cart|sync\/carts)|lib\/random-id|platform\/analytics\/(data-layer|private-pages))\.|\/contract\/third-parties\./,
    priority: 2.9,
  },
  // combined prices of photos, for plates, docks and carts that appear after a choice or a search
  {
    name: 'prices',
    test: /\/contract\/price(-rules\.|s\/)|\/src\/features\/(catalog\/price-selection|photos\/buying\/(PriceInCart|select-photos|price-steps))\.|\/src\/platform\/search-token\/found-photos\./,
    priority: 2.8,
  },
  // the photo wall and its actions, for every page that shows one
  {
    name: 'wall',
    test: /\/src\/(ui\/media\/(JustifiedRows|PhotoTile|layout-rows|use-long-press|use-row-keys|use-rows)\.|features\/(photos\/(?!wall\/(AlbumFilterBar|FilterBar|album-times)|viewer\/(Lightbox|ShortcutHelp)|buying\/(PriceInCart|Purchase|price-steps|select-photos))|search\/(results\/ResultsSkeleton|person\/SelfieButton)|event-page\/VideosSkeleton|selfie\/result\/(stored-selfies|status)))|\/contract\/bib\./,
    minShareCount: 2,
    priority: 2.5,
  },
  // ways to install, for the drawer and for the late chunk
  {
    name: 'install',
    test: /\/src\/platform\/install\/(install-method|install-state|offer)\./,
    priority: 2.3,
  },
  // the drawer of small screens
  {
    name: 'menu',
    test: /\/src\/(ui\/layout\/Drawer\.|app\/(shell\/(Menu|OtherRows)|device\/DeviceRows)\.)/,
    priority: 2.2,
  },
  // started after hydration
  {
    name: 'late',
    test: /\/src\/(app\/(routing\/RouteEffects|Messages|device\/(?!DeviceRows|FooterActions|ForgetDevice))|.*\/(account-orders|known-orders)\.|features\/selfie\/check\/prefetch|ui\/feedback\/Notification\.|lib\/(badge|wipe)\.|platform\/storage\/forget)|\/contract\/settings\.|tiny-face\.bin/,
    priority: 2,
  },
  // the outbox queue, and the queued actions of all features
  {
    name: 'outbox',
    test: /\/src\/(app\/(actions|outbox)\.|features\/[^/]+\/sync[./]|lib\/(outbox\/|resume-upload\.)|platform\/(outbox\/start|storage\/mirror)\.)/,
    priority: 1,
  },
  // shared parts of many other pages
  { name: 'goods', test: /\/(src|contract)\//, minShareCount: 6, priority: 1 },
  // the viewer of a single photo
  {
    name: 'viewer',
    test: /\/src\/(ui\/(viewer\/|media\/FilmStrip)|features\/photos\/viewer\/Lightbox\.)/,
    priority: 1,
  },
]
