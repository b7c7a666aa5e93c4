import * as z from 'zod/mini'
import { en } from 'zod/v4/locales'
import type { Language } from '../../../contract/common.ts'
import type { Brand, BrandImage, Tenant } from '../../platform/context.ts'
import {
  iconSides,
  problemOfIcon,
  problemOfPicture,
  sizeOfPictureNamed,
  urlOfFile,
  urlOfLogo,
} from './brand-files.ts'
import { familyOf } from './first-paint.ts'
import { JsonBroken, type JsonText, readJson } from './json-lines.ts'
import { compileTexts, type KnownTexts, uselessTexts } from './own-texts.ts'
import { TenantFile } from './tenant-schema.ts'
import { completeTheme, type Figure } from './theme/complete.ts'

/** A tenant before it was read: its text, and the files beside it. */
export interface TenantSource {
  /** Key of its rows; file name without extension. */
  readonly name: string
  /** What messages call it: a path, or that it is in the database. */
  readonly where: string
  readonly text: string
  readonly files: ReadonlyMap<string, Uint8Array>
}

/** Why a tenant cannot be used: each problem with its line. */
export class TenantInvalid extends Error {
  override name = 'TenantInvalid'

  constructor(where: string, problems: readonly Problem[]) {
    const lines = inOrder(problems).map((problem) => `  ${lineOf(where, problem)}`)
    super(`${where} cannot be used:\n${lines.join('\n')}`)
  }
}

interface Problem {
  readonly line: number
  readonly field: string
  readonly message: string
}

/** Whether rows, objects and addresses can go by a name. */
export const isTenantName = (name: string) => /^[a-z0-9](?:[a-z0-9-]{0,40}[a-z0-9])?$/.test(name)

const inOrder = (problems: readonly Problem[]) => [...problems].sort((a, b) => a.line - b.line)

const lineOf = (where: string, { line, field, message }: Problem) =>
  `${where}:${line}  ${field ? `${field}: ` : ''}${message}`

/** What the installation has, for fields that name a part of it. */
export interface TenantSurroundings {
  /** The demo events are served here. */
  readonly demo: boolean
  /** The embedded sign-on server runs here; without it its tenants have no accounts. */
  readonly embeddedIdentity?: boolean
  /** Banks with an account; undefined: not known here. */
  readonly banks?: readonly string[]
  /** What the page says; undefined: not known here. */
  readonly texts?: KnownTexts | undefined
}

/**
 * Reads a tenant: completes its theme, and checks fields, files, addresses and the contrast of its colours.
 *
 * @returns `remarks` on what is useless, each with its line
 * @throws TenantInvalid with every problem, its field and its line
 */
export function readTenant(
  source: TenantSource,
  around: TenantSurroundings,
): { tenant: Tenant; figures: readonly Figure[]; remarks: readonly string[] } {
  const json = parse(source)
  const parsed = z.safeParse(TenantFile, json.value, { error: en().localeError })
  if (!parsed.success)
    throw new TenantInvalid(source.where, parsed.error.issues.flatMap(problemsOfIssue(json)))
  const wish = parsed.data
  const theme = completeTheme(wish.tokens)
  const problem = (path: readonly PropertyKey[], message: string): Problem => ({
    line: json.lineOf(path),
    field: path.join('.'),
    message,
  })
  const problems = [
    ...(isTenantName(source.name)
      ? []
      : [problem([], `"${source.name}" is no name for a tenant: small letters, digits and - only`)]),
    ...theme.problems.map(({ path, message }) => problem(['tokens', ...path], message)),
    ...filesNamed(wish).flatMap(({ path, file }) => {
      const bytes = source.files.get(file)
      const message = bytes
        ? problemOfPicture(file, bytes)
        : `there is no file "${file}" in the folder "${source.name}"`
      return message ? [problem(path, message)] : []
    }),
    ...[...source.files].flatMap(([name, bytes]) => {
      const message = name in iconSides ? problemOfIcon(name, bytes) : undefined
      return message ? [problem([], message)] : []
    }),
    ...contradictions(wish, around).map(([path, message]) => problem(path, message)),
  ]
  if (problems.length > 0) throw new TenantInvalid(source.where, problems)
  // after an update a word may be out of use: that is told, and stops nobody
  const useless = uselessTexts(wish.texts, around.texts)
  const remarks = inOrder(useless.map(({ path, message }) => problem(path, message))).map((one) =>
    lineOf(source.where, one),
  )
  return { tenant: tenantOf(source, wish, theme.tokens, around), figures: theme.figures, remarks }
}

function parse({ where, text }: TenantSource): JsonText {
  try {
    return readJson(text)
  } catch (error) {
    if (!(error instanceof JsonBroken)) throw error
    throw new TenantInvalid(where, [{ line: error.line, field: '', message: `not JSON: ${error.message}` }])
  }
}

const problemsOfIssue =
  (json: JsonText) =>
  (issue: z.core.$ZodIssue): Problem[] => {
    const at = (path: readonly PropertyKey[], message: string) => ({
      line: json.lineOf(path),
      field: path.join('.'),
      message,
    })
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => at([...issue.path, key], 'there is no such field'))
    return [at(issue.path, issue.message)]
  }

function filesNamed(wish: TenantFile): { path: readonly PropertyKey[]; file: string }[] {
  const single = (['logo', 'logoSmall', 'logoDark', 'icon', 'policy'] as const).map((field) => ({
    path: [field],
    file: wish[field],
  }))
  const listed = (['images', 'fonts'] as const).flatMap((field) =>
    wish[field].map(({ file }, index) => ({ path: [field, index, 'file'], file })),
  )
  return [...single, ...listed].flatMap(({ path, file }) => (file ? [{ path, file }] : []))
}

/** Fields that are right one by one, but not together or not here. */
function contradictions(wish: TenantFile, { banks }: TenantSurroundings): [PropertyKey[], string][] {
  const found: [PropertyKey[], string][] = []
  if (wish.lang && !wish.languages.includes(wish.lang))
    found.push([['lang'], `"${wish.lang}" is not among the languages`])
  if (wish.photofinishUSA && !wish.languages.includes('en'))
    found.push([['languages'], 'the US variant is in English, which is missing'])
  if (wish.backFromHome && !wish.backURL) found.push([['backFromHome'], 'needs a backURL to lead to'])
  for (const field of ['bank', 'external'] as const) {
    const bank = wish[field]
    if (bank && banks && !banks.includes(bank))
      found.push([
        [field],
        `there is no account at "${bank}", only at ${banks.join(', ')}; an account is all its keys in the settings, see README`,
      ])
  }
  return found
}

function tenantOf(
  source: TenantSource,
  wish: TenantFile,
  tokens: TenantFile['tokens'],
  { demo, embeddedIdentity = false }: TenantSurroundings,
): Tenant {
  const { name, files } = source
  const languages = wish.photofinishUSA ? (['en'] as const) : wish.languages
  const images = wish.images.map((image) => ({
    ...image,
    ...sizeOfPictureNamed(files, image.file),
  })) satisfies BrandImage[]
  const { fonts, logoDark, icon, policy } = wish
  const brand: Brand = { files, logo: wish.logo ?? undefined, logoDark, icon, images, fonts, policy }
  const { hosts, theme, shortName, lang, supportTag, legalEntity, mailTo, watermark, texts } = wish
  const { openId, backURL, backLabel, feedbackWidgetUrl } = wish
  const events = wish.demo === false ? [] : wish.demo === true ? 'all' : wish.demo
  const hero = images.find(({ place }) => place === 'hero')
  const start = wish.photofinishUSA ? 'en' : (lang ?? languages[0] ?? 'ru')
  const inLanguage = (language: Language) => {
    const called = nameIn(wish.tenantName, language, start)
    return {
      tenantName: called,
      shortName: shortName === undefined ? called : nameIn(shortName, language, start),
    }
  }
  const { tenantName, shortName: short } = inLanguage(start)
  const isCalledVariously = typeof wish.tenantName === 'object' || typeof shortName === 'object'
  const hasIdentity = embeddedIdentity || !wish.embeddedIdentity
  return {
    name,
    hosts: hosts ?? [`${name}.localhost`],
    mailTo: mailTo ?? wish.supportEmail,
    bank: wish.bank,
    external: wish.external,
    embeddedIdentity: wish.embeddedIdentity && embeddedIdentity,
    watermark: watermark ?? short.toLowerCase(),
    brand,
    demo: events,
    settings: {
      theme: theme ?? name,
      tenantName,
      shortName: short,
      ...(isCalledVariously && {
        names: Object.fromEntries(languages.map((language) => [language, inLanguage(language)])),
      }),
      ...(openId && hasIdentity && { openId }),
      identityProvider: wish.identityProvider && hasIdentity,
      logo: brand.logo ? urlOfLogo(brand) : null,
      logoSmall: wish.logoSmall && urlOfFile(brand, wish.logoSmall),
      ...(backURL && { backURL }),
      ...(backLabel && { backLabel }),
      backFromHome: wish.backFromHome,
      hideBannerOnHome: wish.hideBannerOnHome,
      useAppBarDefault: wish.useAppBarDefault,
      hidePartnerPages: wish.hidePartnerPages,
      photofinishUSA: wish.photofinishUSA,
      languages: [...languages],
      lang: start,
      currencyId: wish.currencyId,
      tokens: withFaces(tokens, fonts),
      apiBase: wish.apiBase,
      analytics: wish.analytics,
      ...(feedbackWidgetUrl && { feedbackWidgetUrl }),
      supportEmail: wish.supportEmail,
      supportTag: supportTag ?? name,
      hideSupportIn: wish.hideSupportIn,
      social: wish.social,
      legalEntity: legalEntity ?? tenantName,
      serviceSwitch: wish.serviceSwitch,
      ...(Object.keys(texts).length > 0 && { texts: compileTexts(texts) }),
      ...(hero && { hero: { url: urlOfFile(brand, hero.file), width: hero.width, height: hero.height } }),
      ...(images.some(({ place }) => place === 'slider' || place === 'partner') && { images: true }),
      demo: demo && events.length > 0,
    },
  }
}

/** The name in a language, else that of the language in which the tenant starts, else any. */
function nameIn(name: TenantFile['tenantName'], language: Language, start: Language): string {
  if (typeof name === 'string') return name
  return name[language] ?? name[start] ?? Object.values(name)[0] ?? ''
}

const standIns = {
  text: '"PF Text", "PF Text Fallback", system-ui, sans-serif',
  display: '"PF Display", "PF Display Narrow", sans-serif',
}

/** A face of the brand's own goes before ours, which has the letters that it may lack. */
function withFaces(
  tokens: Tenant['settings']['tokens'],
  fonts: Brand['fonts'],
): Tenant['settings']['tokens'] {
  const faces = Object.fromEntries(
    fonts.map(({ use }) => [`--pf-font-${use}`, `"${familyOf(use)}", ${standIns[use]}`]),
  )
  return { light: { ...faces, ...tokens.light }, dark: { ...faces, ...tokens.dark } }
}
