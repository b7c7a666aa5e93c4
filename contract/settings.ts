import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { CurrencyId, Language } from './common.ts'

const Names = z.object({ tenantName: z.string(), shortName: z.string() })

/** A message as FormatJS compiles it: the syntax tree of `@formatjs/icu-messageformat-parser`. */
const CompiledMessage = z.array(z.looseObject({ type: z.int() }))

/** What a tenant's host tells the page about itself. Holds nothing secret. */
export const Settings = z.object({
  theme: z.string(),
  /** Both in the language that the tenant starts in. */
  tenantName: z.string(),
  shortName: z.string(),
  /** What it is called in each language; absent where it is called the same in all. */
  names: z.optional(z.record(z.string(), Names)),
  openId: z.optional(
    z.object({
      /** Of the sign-on server, with its path; absent: `/auth` on the page's own origin. */
      uri: z.optional(z.string()),
      realm: z.string(),
      clientId: z.string(),
      flow: z.enum(['implicit', 'standard']),
    }),
  ),
  identityProvider: z.boolean(),
  logo: z.nullable(z.string()),
  logoSmall: z.nullable(z.string()),
  backURL: z.optional(z.string()),
  backLabel: z.optional(z.string()),
  backFromHome: z.boolean(),
  hideBannerOnHome: z.boolean(),
  useAppBarDefault: z.boolean(),
  hidePartnerPages: z.boolean(),
  photofinishUSA: z.boolean(),
  languages: z.array(Language),
  lang: Language,
  currencyId: CurrencyId,
  /** Values for `--pf-*` custom properties, by scheme. */
  tokens: z.object({
    light: z.record(z.string(), z.string()),
    dark: z.record(z.string(), z.string()),
  }),
  apiBase: z.string(),
  analytics: z.object({ counterId: z.optional(z.string()), dataLayer: z.boolean() }),
  feedbackWidgetUrl: z.optional(z.string()),
  supportEmail: z.string(),
  supportTag: z.string(),
  hideSupportIn: z.array(Language),
  social: z.array(z.object({ name: z.string(), url: z.string() })),
  legalEntity: z.string(),
  serviceSwitch: z.array(z.object({ title: z.string(), url: z.string() })),
  /** There are pictures of a slider or of partners, see `listThemeImages`. */
  images: z.optional(z.boolean()),
  /** Stands at the top of the home page in place of our drawing; decoration only. */
  hero: z.optional(z.object({ url: z.string(), width: z.int(), height: z.int() })),
  /** Replaces messages of the page: by language and message id, compiled, so that the page needs no parser. */
  texts: z.optional(z.record(z.string(), z.record(z.string(), CompiledMessage))),
  /** The demo events are seeded, so `/demo` exists. */
  demo: z.boolean(),
})
export type Settings = z.infer<typeof Settings>

export const getSettings = defineCall({
  service: 'settings',
  name: 'getSettings',
  summary: 'The look and the rules of the host that was asked',
  method: 'GET',
  path: '/settings',
  auth: 'none',
  status: 200,
  answer: Settings,
  errors: [],
})

export const forgetDevice = defineCall({
  service: 'settings',
  name: 'forgetDevice',
  summary:
    'Tells the browser that asks to drop its cached copies of what this host has sent (Clear-Site-Data)',
  method: 'POST',
  path: '/forgetDevice',
  auth: 'none',
  status: 204,
  errors: [],
})
