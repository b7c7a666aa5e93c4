import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const coveragePage = readFileSync('docs/coverage.md', 'utf8')

/** Rows of the tables by section number; 0 is the section of additional promises. */
const sections = new Map(
  coveragePage.split(/^## /m).flatMap((part) => {
    const number = part.startsWith('Besides ') ? '0' : /^(\d+) /.exec(part)?.[1]
    const rows = part
      .split('\n')
      .filter((line) => /^\| (?!the specification says|what is promised|---)/.test(line))
    return number === undefined ? [] : [[Number(number), rows] as const]
  }),
)
const rows = [...sections.values()].flat()

const listLinks = (text: string) => [...text.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, path]) => path ?? '')

/** Returns the test files that a row names, each with the beginning of a test title, if given. */
const listProofs = (row: string) =>
  [...(row.split(' | ').at(-1) ?? '').matchAll(/\]\(\.\.\/([^)]+)\)(?: `([^`]+)`)?/g)].map(
    ([, file = '', beginning]) => ({ file, beginning }),
  )

const readRowName = (row: string) => (row.split(' | ')[0] ?? '').slice(2)

/** Rows about nothing visible, by reason; all other rows need a rendering test. */
const rowsWithoutScreen: Readonly<
  Record<string, readonly (readonly [section: number, names: readonly string[]])[]>
> = {
  'only calls carry it: ids, totals, statuses': [
    [
      3,
      [
        'event: eventId',
        'event: the external id',
        'a list of events has a total',
        'photo search: a list with count and total',
        'selfie: selfieId',
        'selfie: persons',
        'tag of “it’s me”: photoTagId, name, value',
        'cart: cartId, also as shoppingCartId',
        'cart: customer, an e-mail',
        'cart: attributes',
        'item of a cart: shoppingCartItemId',
        'attribute Language: the current language',
        'attribute Theme: the theme, the US variant’s name, or the default theme',
        'order: invoiceId',
        'order: catalogId',
        'item of an order: orderItemId',
        'receipt: invoiceId, receiptId',
        'the external provider’s order, by invoice number, with its state',
        'capture: a file face.jpg of type JPEG',
      ],
    ],
    [
      4,
      [
        'only products InCatalog are listed',
        'a cart is created with 201',
        'setting attributes: 204, anything else is an error',
        'an archive is created with 201',
        'all photos of a runner are fetched in pages of 100 until the total',
        'the external provider’s order: 200 stores it, else there is none',
      ],
    ],
    [9, ['the default theme is the product’s own', 'pages of a catalog: 100', 'pages of photos: 100']],
  ],
  'the browser stores it': [
    [
      3,
      [
        'kept in the browser: cartId, in a cookie and in local storage',
        'kept in the browser: pendingOrders, in local storage',
        'kept in the browser: appLanguage',
      ],
    ],
    [
      4,
      [
        'its id is kept in a cookie for 365 days',
        '… and in local storage',
        'pending orders are unique',
        'an empty list of pending orders leaves no entry',
      ],
    ],
    [
      9,
      [
        'the language is kept as appLanguage',
        'the cart’s cookie: 365 days',
        'pending orders under pendingOrders',
      ],
    ],
  ],
  'tokens, and what they open': [
    [
      4,
      [
        'search token: 200 stores it and clears its end',
        'search token: other failures leave it',
        'single sign-on: implicit flow, scope openid profile email',
        'the sign-on server is at /auth of the origin unless configured',
      ],
    ],
    [
      6,
      [
        'a user is known by the identity provider’s token, sent as a bearer',
        'the token goes with calls of the cart',
        'the token goes with calls of receipts; a guest has none',
        'a search token is obtained per event',
        'the search token goes with calls of photos',
        '… of videos',
        '… of frames',
        '… of the cart',
      ],
    ],
  ],
  analytics: [
    [
      4,
      [
        'what is added is pushed to analytics: id, name, price, category, quantity 1',
        'what is removed is pushed likewise',
        'a purchase is pushed with its revenue and lines',
      ],
    ],
    [9, ['an e-commerce data layer']],
  ],
  'what other callers are refused': [
    [
      0,
      [
        'strangers: videos under an event token tell no start number that was not asked for, and searches of videos by name or number are limited',
        'strangers: “not me” counts for the selfie or the device that said it, takes nothing from others or from what is paid, and is limited',
        'strangers: the id of a cart, which scripts can read in its cookie, opens no e-mail and no order',
      ],
    ],
  ],
  'the server, the bank, operators or a messenger alone': [
    [
      0,
      [
        'money: an order that was acknowledged is never lost or doubled, also when processes are killed',
        'money: an order is whole or not there',
        'money: books agree after any events in any order',
        'money: only the bank’s own notice moves money',
        'money: prices are the same in two ways of working them out',
        'a bad network, a small device: … also after the browser has changed its subscription',
        'the calls: any input is answered as the served OpenAPI document says, never with an internal error',
        'names: files of any encoding are ingested, manifests match any form of accents, and names without a file are reported',
        'names: a divided bib is not the number without its hyphen; texts folded by an earlier release are found',
        'the same picture with other metadata is one photo of an event, the first by file name; the report names the others',
        'strangers: uploads that one address begins in advance, or that are left, do not stop the search by face',
        'strangers: large selfies that come at once, or break off, are received in bounded memory',
        'strangers: pictures with few bytes and very many pixels do not stop the search by face',
        'a bad network, a small device: after an outage phones do not flood the service',
        'capture times: from EXIF, GPS, XMP, IPTC and QuickTime, in the order of their trust; invalid ones are skipped, photos without one are counted',
        'photos of real cameras: colours by profile, code points or EXIF in every format, upright, in all bit depths; up to 150 megapixels in bounded memory; the same for selfies',
        'faces and operators: faces of an event are deleted by one command',
        'faces and operators: figures for operators, for a token',
        'payments: data of cash receipts (54-FZ) for YooKassa',
        'payments: a settlement receipt (54-FZ) when a pre-order is delivered',
        'strangers: demo users and the sandbox bank are open only with the demo or by an explicit setting; the start reports what is unsafe',
        'strangers: one address neither fills nor delays the search by face for others; large selfies are refused by their header',
        'strangers: an album under an event token tells no start numbers',
        'strangers: carts and their e-mails are limited by address and device, across processes',
        'strangers: searches of a start list are limited by token and address, across processes',
        'strangers: calls are limited by device or token, and by address with room for the crowd of a venue, across processes',
        'strangers: forms that come at once are counted one after the other',
        'strangers: forged notices of a bank without signatures cost the bank few calls',
        'start lists: encodings, separators, headers, names and finishes as timing systems write them; each line is imported or reported',
        'strangers: clients that read slowly or not at all stop neither downloads nor uploads of others, and a download that was cut off resumes',
        'an outage of hours: calls answer 503 with `Retry-After`, statements that hang are canceled, and no phone gives up what it has to send for 72 hours',
        'another face model is installed only with the hash of its card and consent to its licence; events change to it in the background while their searches go on, and selfies are carried over or end',
        'a face model is measured on pictures of known people, and thresholds are recommended next to those of its card',
        'an overload: calls above what a process answers in time are refused at once with `Retry-After`, and the others are answered',
        '`faces erase` is final, also beside other switches, photos that are taken in and selfies that are measured at the same time',
        'log, error columns and metrics hold no ids of orders and carts, e-mails, names or tokens, also of failed queries and jobs',
        'letters: a runner who left a number and an e-mail gets one letter with the photos, their price and a way to stop',
        'carts: e-mails, of the buyer and of gift recipients, are deleted 30 days after the last change of a cart that was not ordered',
        'a shared link shows first name, event and time in a messenger, with a picture of the runner alone; the picture ends with the link',
      ],
    ],
  ],
}
const listRowsWithoutScreen = (wanted: number) =>
  Object.values(rowsWithoutScreen).flatMap((groups) =>
    groups.flatMap(([section, names]) => (section === wanted ? names : [])),
  )

/** Section 7 lists calls, which need a test that makes them. */
const callsSection = 7

/** Returns whether a row is about visible behavior; rows of calls are if they name a component or a whole feature. */
function isOnScreen(row: string, section: number): boolean {
  if (section !== callsSection) return !listRowsWithoutScreen(section).includes(readRowName(row))
  return listLinks(row.split(' | ')[1] ?? '').some((path) => /\.tsx$|^src\/(app|features\/[^/]+)$/.test(path))
}

/** Returns whether a test renders: a component test, or one in a browser. */
const isRenderingTest = (file: string) => /\.test\.tsx$|\.spec\.ts$|^tests\/engines\//.test(file)

const titles = new Map<string, string[]>()

/** Returns titles of the tests of a file, with placeholders as in the code. */
function readTitles(file: string): string[] {
  const known = titles.get(file)
  if (known) return known
  const found: string[] = []
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTest(node.expression)) {
      const [title] = node.arguments
      if (title && ts.isStringLiteralLike(title)) found.push(title.text)
      else if (title && ts.isTemplateExpression(title)) found.push(title.getText(source).slice(1, -1))
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  titles.set(file, found)
  return found
}

/** Matches `test`, `it`, their `.each(…)` and the like, and the rows of the fault matrix; a `describe` proves nothing. */
function isTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return ['test', 'it', 'matrix'].includes(callee.text)
  if (ts.isPropertyAccessExpression(callee))
    return callee.name.text !== 'describe' && isTest(callee.expression)
  if (ts.isCallExpression(callee)) return isTest(callee.expression)
  return false
}

test('each section of the specification has rows', () => {
  expect([...sections.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 0])
  for (const [section, lines] of sections) expect([section, lines.length > 0]).toEqual([section, true])
})

test('every row names its implementation and at least one test', () => {
  for (const row of rows) {
    const cells = row.split(' | ')
    expect(cells, row).toHaveLength(3)
    expect(listLinks(cells[1] ?? '').length, row).toBeGreaterThan(0)
    expect(listProofs(row).length, row).toBeGreaterThan(0)
  }
})

test('the nine sections list each line of the specification separately', () => {
  const specificationRows = [...sections].flatMap(([section, lines]) =>
    section === 0 ? [] : lines.map((line) => `${section} ${line.split(' | ')[0]}`),
  )
  expect(specificationRows.length).toBeGreaterThanOrEqual(335)
  expect(specificationRows.filter((line, at) => specificationRows.indexOf(line) !== at)).toEqual([])
})

test('rows about the UI name a test that renders it', () => {
  const rowsWithoutTest = [...sections].flatMap(([section, lines]) =>
    lines.filter(
      (row) => isOnScreen(row, section) && !listProofs(row).some(({ file }) => isRenderingTest(file)),
    ),
  )
  expect(rowsWithoutTest).toEqual([])
})

test('rows without a rendering test exist, are not about screens or errors, and no test renders them', () => {
  for (const section of [2, 8]) expect(listRowsWithoutScreen(section)).toEqual([])
  const wrongNames = [...sections.keys()].flatMap((section) =>
    listRowsWithoutScreen(section).filter((name) => {
      const row = sections.get(section)?.find((each) => readRowName(each) === name)
      return row === undefined || listProofs(row).some(({ file }) => isRenderingTest(file))
    }),
  )
  expect(wrongNames).toEqual([])
})

test('every call is shown by a test that makes it', () => {
  const calls = (sections.get(callsSection) ?? []).filter((row) =>
    /^\| (GET|POST|PUT|PATCH|DELETE) /.test(row),
  )
  expect(calls.length).toBeGreaterThan(45)
  const rowsWithoutTest = calls.filter(
    (row) => !listProofs(row).some(({ file }) => file.startsWith('tests/api/')),
  )
  expect(rowsWithoutTest).toEqual([])
})

test('every linked file and folder exists', () => {
  const missing = listLinks(coveragePage).filter((path) => !existsSync(join(path)))
  expect(missing).toEqual([])
})

test('every test named in a row exists in its file', () => {
  const missing = rows.flatMap(listProofs).flatMap(({ file, beginning }) => {
    if (!/\.(test|spec)\.tsx?$/.test(file)) return [`${file} is no file of tests`]
    if (beginning === undefined) return [`${file}: no test is named`]
    const isThere = existsSync(file) && readTitles(file).some((title) => title.startsWith(beginning))
    return isThere ? [] : [`${file}: ${beginning}`]
  })
  expect(missing).toEqual([])
})

test('lists at most eight deviations, each with its reason and a test', () => {
  const deviationsText = coveragePage.slice(coveragePage.indexOf('\n## Done otherwise')).replace(/\s+/g, ' ')
  const deviations = deviationsText.split(' - **').slice(1)
  expect(deviations.length).toBeGreaterThan(0)
  expect(deviations.length).toBeLessThanOrEqual(8)
  for (const deviation of deviations) {
    expect(deviation).toMatch(/\. Reason: \w/)
    const proofs = listProofs(deviation)
    expect(proofs.length, deviation).toBeGreaterThan(0)
    for (const { file, beginning = '-' } of proofs)
      expect([file, readTitles(file).some((title) => title.startsWith(beginning))]).toEqual([file, true])
  }
})
