import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { languages as allLanguages, type Language } from '../../../contract/language/languages.ts'
import { formatAddress } from '../../features/demo/index.ts'
import { isTenantName } from '../../features/tenants/index.ts'
import { projectRoot } from '../../platform/root.ts'
import type { Args } from '../args.ts'
import type { Command } from '../command.ts'
import { CommandFailure, UsageError } from '../failures.ts'
import { formatContrast, rejectConflicts, validateTenant } from './tenant.ts'

/** Creates a brand from a name, a color and a logo. */
export const newTenantCommand: Command = {
  name: 'tenant new',
  summary: 'Make a brand from a name, a colour and a logo; the last line printed is its address',
  operands: [],
  options: {
    name: { value: 'NAME', required: true, help: 'what visitors know it by' },
    colour: { value: '#RRGGBB', required: true, help: 'its colour; what else is needed is derived from it' },
    logo: {
      value: 'FILE',
      required: true,
      help: 'SVG, PNG, JPEG or WebP; icons of all sizes are drawn from it',
    },
    'logo-dark': {
      value: 'FILE',
      help: 'logo for dark backgrounds; without one, the logo is shown on a white plate',
    },
    icon: { value: 'FILE', help: 'square picture for icons, where the logo is a wide one' },
    key: { value: 'KEY', help: 'name of its file and rows; made of the name when absent' },
    host: { value: 'HOST', multiple: true, help: 'host it answers for; KEY.localhost when absent' },
    language: {
      value: allLanguages.join('|'),
      multiple: true,
      help: 'what visitors may choose from; all when absent',
    },
    currency: { value: 'RUB|USD', help: 'what its prices are in; RUB when absent' },
    support: { value: 'EMAIL', help: 'where visitors and their requests may write' },
    'legal-entity': { value: 'NAME', help: 'name of the seller: in the footer, on receipts, in the policy' },
    hero: { value: '#RRGGBB', help: 'the large field on the home page; the colour itself when absent' },
  },
  details: [
    'It writes tenants/KEY.json and tenants/KEY/, which are yours to change: a running server takes changes up within',
    'seconds, and `tenant check tenants/KEY.json` says what is wrong with them.',
    'Example: tenant new --name "City Run" --colour "#7a1fa2" --logo ./logo.svg --language en',
  ],
  run: async ({ services }, _context, args) => {
    const key = parseKey(args)
    const path = join(projectRoot, 'tenants', `${key}.json`)
    if (existsSync(path) || services.tenants.byName(key))
      throw new CommandFailure(`There is a tenant "${key}" already; choose another with --key`)
    const { definition, files } = readInput(args)
    const text = `${JSON.stringify(definition, undefined, 2)}\n`
    const { tenant, figures } = validateTenant(services, { name: key, location: path, text, files })
    rejectConflicts(services, tenant)

    const folder = path.replace(/\.json$/, '')
    mkdirSync(folder, { recursive: true })
    for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes)
    writeFileSync(path, text)
    await services.tenants.reload()
    const address = formatAddress(services, tenant)
    return {
      exitCode: 0,
      lines: [
        ...figures.filter(({ ratio, minRatio }) => ratio < minRatio).map(formatContrast),
        `Settings   ${path}`,
        `Next       npm run photofinish -- event create --tenant ${key} --title "…"`,
        `${address}/`,
      ],
      json: { name: key, file: path, address },
    }
  },
}

function readInput(args: Args) {
  const files = new Map<string, Uint8Array>()
  const addFileOption = (option: string, name: string): string | undefined => {
    const filePath = args.text(option)
    if (filePath === undefined) return undefined
    const path = resolve(args.cwd, filePath)
    if (!existsSync(path)) throw new CommandFailure(`There is no file ${path}`)
    const fileName = `${name}${extname(path).toLowerCase()}`
    files.set(fileName, readFileSync(path))
    return fileName
  }
  const [logo, logoDark, icon] = [
    addFileOption('logo', 'logo'),
    addFileOption('logo-dark', 'logo-dark'),
    addFileOption('icon', 'icon'),
  ]
  const hosts = args.list('host')
  const languages = parseLanguages(args)
  const [support, legalEntity, hero] = [args.text('support'), args.text('legal-entity'), args.text('hero')]
  const definition = {
    ...(hosts.length > 0 && { hosts }),
    tenantName: args.required('name'),
    logo,
    ...(logoDark && { logoDark }),
    ...(icon && { icon }),
    ...(languages.length > 0 && { languages }),
    ...(parseCurrency(args) && { currencyId: parseCurrency(args) }),
    tokens: {
      light: { '--pf-accent': args.required('colour'), ...(hero && { '--pf-hero': hero }) },
      dark: {},
    },
    ...(support && { supportEmail: support }),
    ...(legalEntity && { legalEntity }),
  }
  return { definition, files }
}

function parseKey(args: Args): string {
  const key = args.text('key') ?? toLatinKey(args.required('name'))
  if (isTenantName(key)) return key
  throw new UsageError(
    `"${key}" is no name for a file and rows; give one with --key: small letters, digits and -`,
  )
}

function parseLanguages(args: Args): Language[] {
  return args.list('language').map((requested) => {
    const language = allLanguages.find((each) => each === requested)
    if (!language) throw new UsageError(`--language should be ${allLanguages.join(', ')}, not "${requested}"`)
    return language
  })
}

function parseCurrency(args: Args): 643 | 840 | undefined {
  const currencyCode = args.text('currency')?.toUpperCase()
  if (currencyCode === undefined) return undefined
  if (currencyCode === 'RUB') return 643
  if (currencyCode === 'USD') return 840
  throw new UsageError(`--currency should be RUB or USD, not "${currencyCode}"`)
}

const latinByLetter: Readonly<Record<string, string>> = Object.fromEntries(
  'а=a б=b в=v г=g д=d е=e ё=e ж=zh з=z и=i й=y к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=h ц=ts ч=ch ш=sh щ=sch ъ= ы=y ь= э=e ю=yu я=ya'
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
)

/** Transliterates a name for use in a URL. */
const toLatinKey = (name: string) =>
  Array.from(name.toLowerCase().normalize('NFC'))
    .map((letter) => latinByLetter[letter] ?? letter.normalize('NFD').replace(/\p{M}/gu, ''))
    .join('')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
