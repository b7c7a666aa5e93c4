import * as z from 'zod/mini'
import { en } from 'zod/v4/locales'
import { defaultLanguage, type Language } from '../../../contract/language/languages.ts'
import type { Brand, BrandImage, Tenant } from '../../platform/context.ts'
import {
  buildFileUrl,
  buildLogoUrl,
  findFileProblem,
  findIconProblem,
  getPictureSize,
  iconSidesInPixels,
} from './brand-files.ts'
import { compileTexts, findTextProblems, type KnownTexts } from './custom-texts.ts'
import { JsonInvalid, type JsonText, readJson } from './json-lines.ts'
import { toFontFamily } from './shell-branding.ts'
import { TenantFile } from './tenant-schema.ts'
import { deriveTheme, type Figure } from './theme/derive-theme.ts'

/** Describes an unparsed tenant: its text and its files. */
export interface TenantSource {
  /** Key of its rows; file name without extension. */
  readonly name: string
  /** Location for messages: a path, or a name in the database. */
  readonly location: string
  readonly text: string
  readonly files: ReadonlyMap<string, Uint8Array>
}

/** Thrown for an invalid tenant, with the line of each problem. */
export class TenantInvalid extends Error {
  override name = 'TenantInvalid'

  constructor(location: string, problems: readonly Problem[]) {
    const lines = sortByLine(problems).map((problem) => `  ${formatProblem(location, problem)}`)
    super(`${location} cannot be used:\n${lines.join('\n')}`)
  }
}

interface Problem {
  readonly line: number
  readonly field: string
  readonly message: string
}

/** Returns whether a name can be used in rows, object keys and addresses. */
export const isTenantName = (name: string) => /^[a-z0-9](?:[a-z0-9-]{0,40}[a-z0-9])?$/.test(name)

const sortByLine = (problems: readonly Problem[]) => [...problems].sort((a, b) => a.line - b.line)

const formatProblem = (location: string, { line, field, message }: Problem) =>
  `${location}:${line}  ${field ? `${field}: ` : ''}${message}`

/** Parts of the installation that fields may refer to. */
export interface InstallationInfo {
  /** Whether the demo events are served here. */
  readonly demo: boolean
  /** Whether the embedded sign-on server runs here; without it its tenants have no accounts. */
  readonly embeddedIdentity?: boolean
  /** Banks with an account; undefined: unknown. */
  readonly banks?: readonly string[]
  /** Texts of the page; undefined: unknown. */
  readonly texts?: KnownTexts | undefined
}

/**
 * Reads a tenant: completes its theme, and validates fields, files, addresses and the contrast of its colours.
 *
 * @returns `remarks` on ineffective parts, each with its line
 * @throws TenantInvalid with every problem, its field and its line
 */
export function readTenant(
  source: TenantSource,
  installation: InstallationInfo,
): { tenant: Tenant; figures: readonly Figure[]; remarks: readonly string[] } {
  const json = parse(source)
  const parsed = z.safeParse(TenantFile, json.value, { error: en().localeError })
  if (!parsed.success)
    throw new TenantInvalid(source.location, parsed.error.issues.flatMap(createIssueConverter(json)))
  const input = parsed.data
  const theme = deriveTheme(input.tokens)
  const createProblem = (path: readonly PropertyKey[], message: string): Problem => ({
    line: json.findLine(path),
    field: path.join('.'),
    message,
  })
  const problems = [
    ...(isTenantName(source.name)
      ? []
      : [createProblem([], `"${source.name}" is no name for a tenant: small letters, digits and - only`)]),
    ...theme.problems.map(({ path, message }) => createProblem(['tokens', ...path], message)),
    ...listNamedFiles(input).flatMap(({ path, file }) => {
      const bytes = source.files.get(file)
      const message = bytes
        ? findFileProblem(file, bytes)
        : `there is no file "${file}" in the folder "${source.name}"`
      return message ? [createProblem(path, message)] : []
    }),
    ...[...source.files].flatMap(([name, bytes]) => {
      const message = name in iconSidesInPixels ? findIconProblem(name, bytes) : undefined
      return message ? [createProblem([], message)] : []
    }),
    ...findContradictions(input, installation).map(([path, message]) => createProblem(path, message)),
  ]
  if (problems.length > 0) throw new TenantInvalid(source.location, problems)
  // An update may make a text obsolete: that is reported, but not an error.
  const textProblems = findTextProblems(input.texts, installation.texts)
  const remarks = sortByLine(textProblems.map(({ path, message }) => createProblem(path, message))).map(
    (one) => formatProblem(source.location, one),
  )
  return { tenant: toTenant(source, input, theme.tokens, installation), figures: theme.figures, remarks }
}

function parse({ location, text }: TenantSource): JsonText {
  try {
    return readJson(text)
  } catch (error) {
    if (!(error instanceof JsonInvalid)) throw error
    throw new TenantInvalid(location, [
      { line: error.line, field: '', message: `not JSON: ${error.message}` },
    ])
  }
}

const createIssueConverter =
  (json: JsonText) =>
  (issue: z.core.$ZodIssue): Problem[] => {
    const createProblem = (path: readonly PropertyKey[], message: string) => ({
      line: json.findLine(path),
      field: path.join('.'),
      message,
    })
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => createProblem([...issue.path, key], 'there is no such field'))
    return [createProblem(issue.path, issue.message)]
  }

function listNamedFiles(input: TenantFile): { path: readonly PropertyKey[]; file: string }[] {
  const single = (['logo', 'logoSmall', 'logoDark', 'icon', 'policy', 'offer'] as const).map((field) => ({
    path: [field],
    file: input[field],
  }))
  const listed = (['images', 'fonts'] as const).flatMap((field) =>
    input[field].map(({ file }, index) => ({ path: [field, index, 'file'], file })),
  )
  return [...single, ...listed].flatMap(({ path, file }) => (file ? [{ path, file }] : []))
}

/** Returns problems of fields that are valid alone, but not together or not in this installation. */
function findContradictions(input: TenantFile, { banks }: InstallationInfo): [PropertyKey[], string][] {
  const found: [PropertyKey[], string][] = []
  if (input.lang && !input.languages.includes(input.lang))
    found.push([['lang'], `"${input.lang}" is not among the languages`])
  if (input.photofinishUSA && !input.languages.includes('en'))
    found.push([['languages'], 'the US variant is in English, which is missing'])
  if (input.backFromHome && !input.backURL) found.push([['backFromHome'], 'needs a backURL to lead to'])
  if (input.fiscalReceipts && input.currencyId !== 643)
    found.push([['fiscalReceipts'], 'cash receipts are in roubles: needs "currencyId": 643'])
  for (const field of ['bank', 'external'] as const) {
    const bank = input[field]
    if (bank && banks && !banks.includes(bank))
      found.push([
        [field],
        bank === 'sandbox'
          ? 'the sandbox bank, where no money moves, is off: name the bank that sells, or set SANDBOX_BANK=1'
          : `there is no account at "${bank}"${banks.length > 0 ? `, only at ${banks.join(', ')}` : ''}; an account is all its keys in the settings, see docs/settings.md`,
      ])
  }
  return found
}

function toTenant(
  source: TenantSource,
  input: TenantFile,
  tokens: TenantFile['tokens'],
  { demo, embeddedIdentity = false }: InstallationInfo,
): Tenant {
  const { name, files } = source
  const languages = input.photofinishUSA ? (['en'] as const) : input.languages
  const images = input.images.map((image) => ({
    ...image,
    ...getPictureSize(files, image.file),
  })) satisfies BrandImage[]
  const { fonts, logoDark, icon, policy, offer } = input
  const brand: Brand = { files, logo: input.logo ?? undefined, logoDark, icon, images, fonts, policy, offer }
  const { hosts, theme, shortName, lang, supportTag, legalEntity, mailTo, watermark, texts } = input
  const { openId, backURL, backLabel, feedbackWidgetUrl } = input
  const events = input.demo === false ? [] : input.demo === true ? 'all' : input.demo
  const hero = images.find(({ place }) => place === 'hero')
  const startLanguage = input.photofinishUSA ? 'en' : (lang ?? languages[0] ?? defaultLanguage)
  const getNames = (language: Language) => {
    const localName = chooseName(input.tenantName, language, startLanguage)
    return {
      tenantName: localName,
      shortName: shortName === undefined ? localName : chooseName(shortName, language, startLanguage),
    }
  }
  const { tenantName, shortName: startShortName } = getNames(startLanguage)
  const hasSeveralNames = typeof input.tenantName === 'object' || typeof shortName === 'object'
  const sellerName = input.seller?.name ?? legalEntity ?? tenantName
  const hasIdentity = embeddedIdentity || !input.embeddedIdentity
  return {
    name,
    hosts: hosts ?? [`${name}.localhost`],
    mailTo: mailTo ?? input.supportEmail,
    bank: input.bank,
    external: input.external,
    fiscalReceipts: input.fiscalReceipts,
    faceSearch: input.faceSearch,
    embeddedIdentity: input.embeddedIdentity && embeddedIdentity,
    watermark: watermark ?? startShortName.toLowerCase(),
    brand,
    demo: events,
    settings: {
      theme: theme ?? name,
      tenantName,
      shortName: startShortName,
      ...(hasSeveralNames && {
        names: Object.fromEntries(languages.map((language) => [language, getNames(language)])),
      }),
      ...(openId && hasIdentity && { openId }),
      identityProvider: input.identityProvider && hasIdentity,
      logo: brand.logo ? buildLogoUrl(brand) : null,
      logoSmall: input.logoSmall && buildFileUrl(brand, input.logoSmall),
      ...(backURL && { backURL }),
      ...(backLabel && { backLabel }),
      backFromHome: input.backFromHome,
      hideBannerOnHome: input.hideBannerOnHome,
      useAppBarDefault: input.useAppBarDefault,
      hidePartnerPages: input.hidePartnerPages,
      photofinishUSA: input.photofinishUSA,
      languages: [...languages],
      lang: startLanguage,
      currencyId: input.currencyId,
      tokens: addBrandFonts(tokens, fonts),
      apiBase: input.apiBase,
      analytics: input.analytics,
      ...(feedbackWidgetUrl && { feedbackWidgetUrl }),
      supportEmail: input.supportEmail,
      supportTag: supportTag ?? name,
      hideSupportIn: input.hideSupportIn,
      social: input.social,
      legalEntity: legalEntity ?? sellerName,
      seller: { ...input.seller, name: sellerName, email: input.seller?.email ?? input.supportEmail },
      refundDays: input.refundDays,
      serviceSwitch: input.serviceSwitch,
      ...(Object.keys(texts).length > 0 && { texts: compileTexts(texts) }),
      ...(hero && { hero: { url: buildFileUrl(brand, hero.file), width: hero.width, height: hero.height } }),
      ...(images.some(({ place }) => place === 'slider' || place === 'partner') && { images: true }),
      demo: demo && events.length > 0,
    },
  }
}

/** Returns the name in a language, or else in the tenant's start language, or else in any. */
function chooseName(name: TenantFile['tenantName'], language: Language, startLanguage: Language): string {
  if (typeof name === 'string') return name
  return name[language] ?? name[startLanguage] ?? Object.values(name)[0] ?? ''
}

const fallbackFonts = {
  text: '"PF Text", "PF Text Fallback", "PF Text Roboto", "PF Text DejaVu", system-ui, sans-serif',
  display:
    '"PF Display", "PF Display Narrow", "PF Display Wide", "PF Display Roboto", "PF Display DejaVu", sans-serif',
}

/** Puts a brand's font before ours, which covers the glyphs that it may lack. */
function addBrandFonts(
  tokens: Tenant['settings']['tokens'],
  fonts: Brand['fonts'],
): Tenant['settings']['tokens'] {
  const fontTokens = Object.fromEntries(
    fonts.map(({ use }) => [`--pf-font-${use}`, `"${toFontFamily(use)}", ${fallbackFonts[use]}`]),
  )
  return { light: { ...fontTokens, ...tokens.light }, dark: { ...fontTokens, ...tokens.dark } }
}
