import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { CurrencyId, Language } from './common.ts'

const TenantNames = z.object({ tenantName: z.string(), shortName: z.string() })

/** Describes the legal seller, as named in the terms of sale, at checkout and on receipts. */
export const Seller = z.object({
  name: z.string(),
  /** Includes its kind, e.g. `ИНН 7800000000` or `EIN 12-3456789`. */
  taxNumber: z.optional(z.string()),
  registrationNumber: z.optional(z.string()),
  address: z.optional(z.string()),
  email: z.string(),
  phone: z.optional(z.string()),
})
export type Seller = z.infer<typeof Seller>

/** A message compiled by FormatJS: the syntax tree of `@formatjs/icu-messageformat-parser`. */
const CompiledMessage = z.array(z.looseObject({ type: z.int() }))

/** Describes the public settings that a tenant's host gives to the page. They contain no secrets. */
export const Settings = z.object({
  theme: z.string(),
  /** Both in the tenant's default language. */
  tenantName: z.string(),
  shortName: z.string(),
  /** Names by language. Absent when they are the same in all languages. */
  names: z.optional(z.record(z.string(), TenantNames)),
  openId: z.optional(
    z.object({
      /** URL of the sign-on server with its path. Absent: `/auth` on the page's own origin. */
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
  /** Shows the link to `backURL` on the home page. */
  backFromHome: z.boolean(),
  hideBannerOnHome: z.boolean(),
  /** Ignores the tenant's logo and back link. */
  useAppBarDefault: z.boolean(),
  hidePartnerPages: z.boolean(),
  photofinishUSA: z.boolean(),
  languages: z.array(Language),
  lang: Language,
  currencyId: CurrencyId,
  /** Values for `--pf-*` custom properties, by color scheme. */
  tokens: z.object({
    light: z.record(z.string(), z.string()),
    dark: z.record(z.string(), z.string()),
  }),
  apiBase: z.string(),
  analytics: z.object({ counterId: z.optional(z.string()), dataLayer: z.boolean() }),
  feedbackWidgetUrl: z.optional(z.string()),
  supportEmail: z.string(),
  /** Subject of e-mails to the support. */
  supportTag: z.string(),
  hideSupportIn: z.array(Language),
  social: z.array(z.object({ name: z.string(), url: z.string() })),
  legalEntity: z.string(),
  /** Absent in a copy that a device stored from an earlier version, as is `refundDays`. */
  seller: z.optional(Seller),
  /** Days after payment in which a wrong photo is refunded. */
  refundDays: z.optional(z.int()),
  /** Links to other services of the organizer. */
  serviceSwitch: z.array(z.object({ title: z.string(), url: z.string() })),
  /** There are images for a slider or of partners, see `listThemeImages`. */
  images: z.optional(z.boolean()),
  /** Decorative image at the top of the home page, instead of the default drawing. */
  hero: z.optional(z.object({ url: z.string(), width: z.int(), height: z.int() })),
  /** Overrides of page messages by language and message id, compiled so that the page needs no parser. */
  texts: z.optional(z.record(z.string(), z.record(z.string(), CompiledMessage))),
  /** The demo events are seeded, so `/demo` exists. */
  demo: z.boolean(),
})
export type Settings = z.infer<typeof Settings>

export const getSettings = defineCall({
  service: 'settings',
  name: 'getSettings',
  summary: 'Returns the public settings of the requested host',
  method: 'GET',
  path: '/settings',
  auth: 'none',
  status: 200,
  answer: Settings,
  revalidated: true,
  errors: [],
})

export const forgetDevice = defineCall({
  service: 'settings',
  name: 'forgetDevice',
  summary: 'Tells the browser to delete its cached responses of this host (Clear-Site-Data)',
  method: 'POST',
  path: '/forgetDevice',
  auth: 'none',
  status: 204,
  answerHeaders: { 'Clear-Site-Data': 'Data that the browser deletes' },
  errors: [],
})
