import * as z from 'zod/mini'
import { Language } from '../../../contract/common.ts'
import { Settings } from '../../../contract/settings.ts'
import { ThemeImage } from '../../../contract/themes.ts'

const line = (longest: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(longest))

const emailPattern = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]{2,}$/
const email = z.string().check(z.regex(emailPattern, 'should be an e-mail address'))

/** An address outside, where visitors may be sent: nothing but a plain web address passes. */
const webAddress = z.string().check(
  z.refine((text) => {
    if (!/^https?:\/\/[^\s\\]+$/.test(text) || !URL.canParse(text)) return false
    const { username, password } = new URL(text)
    return username === '' && password === ''
  }, 'should be an address that begins with https:// or http://, without a user name'),
)

const host = z
  .string()
  .check(
    z.regex(/^(\*|[a-z0-9]([a-z0-9.-]*[a-z0-9])?)$/, 'should be a host name in lower case, without a port'),
  )

const pictureFile = z
  .string()
  .check(z.regex(/^[\w-]+\.(svg|png|jpe?g|webp)$/, 'should be the name of an SVG, PNG, JPEG or WebP file'))

/** What a style sheet takes as a value; nothing that could end the declaration or load something. */
const cssValue = z
  .string()
  .check(z.maxLength(200), z.regex(/^(?!.*url\()[-#\w\s.,%()"'/+*]+$/i, 'should be a plain CSS value'))
const tokenName = z.string().check(z.regex(/^--pf-[a-z0-9-]+$/, 'should begin with --pf-'))
const tokens = z._default(z.record(tokenName, cssValue), {})

const byLanguage = z.partialRecord(Language, line(200))

/** One name for all languages, or one for each. */
const nameOf = (longest: number) =>
  z.union([
    line(longest),
    z
      .partialRecord(Language, line(longest))
      .check(z.refine((names) => Object.keys(names).length > 0, 'should be a name, or names by language')),
  ])

/**
 * A tenant as its author writes it: only `tenantName` has to be there. What is absent takes the usual value; `logo`,
 * `icon`, `images`, `fonts` and `policy` name files of the folder beside it.
 */
export const TenantFile = z.strictObject({
  /** For the editor of whoever writes it. */
  $schema: z.optional(z.string()),
  /** Events of the demo to be shown here: all, or these, with all or some of their photos. */
  demo: z._default(
    z.union([
      z.boolean(),
      z.array(
        z.strictObject({ event: line(60), photos: z.optional(z.int().check(z.minimum(1), z.maximum(1000))) }),
      ),
    ]),
    false,
  ),
  hosts: z.optional(z.array(host).check(z.minLength(1))),
  theme: z.optional(
    z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'should be small letters, digits and -')),
  ),
  tenantName: nameOf(60),
  shortName: z.optional(nameOf(20)),
  openId: Settings.shape.openId,
  identityProvider: z._default(z.boolean(), false),
  embeddedIdentity: z._default(z.boolean(), false),
  logo: z._default(z.nullable(pictureFile), null),
  logoSmall: z._default(z.nullable(pictureFile), null),
  logoDark: z.optional(pictureFile),
  icon: z.optional(pictureFile),
  images: z._default(
    z.array(
      z.strictObject({
        file: pictureFile,
        place: ThemeImage.shape.place,
        alt: z._default(byLanguage, {}),
      }),
    ),
    [],
  ),
  fonts: z._default(
    z.array(
      z.strictObject({
        file: z.string().check(z.regex(/^[\w-]+\.woff2$/, 'should be the name of a WOFF2 file')),
        use: z.enum(['text', 'display']),
        weight: z._default(z.string().check(z.regex(/^\d{3}( \d{3})?$/)), '400 900'),
      }),
    ),
    [],
  ),
  policy: z.optional(z.string().check(z.regex(/^[\w-]+\.pdf$/, 'should be the name of a PDF file'))),
  backURL: z.optional(webAddress),
  backLabel: z.optional(line(40)),
  backFromHome: z._default(z.boolean(), false),
  hideBannerOnHome: z._default(z.boolean(), false),
  useAppBarDefault: z._default(z.boolean(), false),
  hidePartnerPages: z._default(z.boolean(), false),
  photofinishUSA: z._default(z.boolean(), false),
  languages: z._default(z.array(Language).check(z.minLength(1)), ['ru', 'en', 'es']),
  lang: z.optional(Language),
  currencyId: z._default(Settings.shape.currencyId, 643),
  tokens: z._default(z.strictObject({ light: tokens, dark: tokens }), { light: {}, dark: {} }),
  texts: z._default(z.partialRecord(Language, z.record(z.string(), line(500))), {}),
  apiBase: z._default(z.union([z.literal(''), webAddress]), ''),
  analytics: z._default(Settings.shape.analytics, { dataLayer: false }),
  feedbackWidgetUrl: z.optional(webAddress),
  supportEmail: z._default(email, 'support@photofinish.example'),
  supportTag: z.optional(line(60)),
  hideSupportIn: z._default(z.array(Language), []),
  social: z._default(z.array(z.strictObject({ name: line(40), url: webAddress })), []),
  legalEntity: z.optional(line(200)),
  serviceSwitch: z._default(z.array(z.strictObject({ title: line(40), url: webAddress })), []),
  mailTo: z.optional(email),
  bank: z._default(z.string(), 'sandbox'),
  external: z.optional(z.string()),
  watermark: z.optional(line(40)),
})
export type TenantFile = z.infer<typeof TenantFile>
