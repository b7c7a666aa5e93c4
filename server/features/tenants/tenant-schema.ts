import * as z from 'zod/mini'
import { Language } from '../../../contract/common.ts'
import { languages } from '../../../contract/language/languages.ts'
import { Settings } from '../../../contract/settings.ts'
import { ThemeImage } from '../../../contract/themes.ts'

const createTextSchema = (maxLength: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(maxLength))

const emailPattern = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]{2,}$/
const email = z.string().check(z.regex(emailPattern, 'should be an e-mail address'))

/** Validates an external address to which visitors may be sent: only a plain web address is accepted. */
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

/** A style sheet value that can neither end the declaration nor load a resource. */
const cssValue = z
  .string()
  .check(z.maxLength(200), z.regex(/^(?!.*url\()[-#\w\s.,%()"'/+*]+$/i, 'should be a plain CSS value'))
const tokenName = z.string().check(z.regex(/^--pf-[a-z0-9-]+$/, 'should begin with --pf-'))
const tokens = z._default(z.record(tokenName, cssValue), {})

const textByLanguage = z.partialRecord(Language, createTextSchema(200))

/** One name for all languages, or one per language. */
const createNameSchema = (maxLength: number) =>
  z.union([
    createTextSchema(maxLength),
    z
      .partialRecord(Language, createTextSchema(maxLength))
      .check(z.refine((names) => Object.keys(names).length > 0, 'should be a name, or names by language')),
  ])

/**
 * Describes a tenant as written by its author: only `tenantName` is required. Absent fields have defaults; `logo`, `icon`,
 * `images`, `fonts`, `policy` and `offer` name files of the folder beside it.
 */
export const TenantFile = z.strictObject({
  /** JSON schema for editors. */
  $schema: z.optional(z.string()),
  /** Demo events to show: all, or these, with all or some of their photos. */
  demo: z._default(
    z.union([
      z.boolean(),
      z.array(
        z.strictObject({
          event: createTextSchema(60),
          photos: z.optional(z.int().check(z.minimum(1), z.maximum(1000))),
        }),
      ),
    ]),
    false,
  ),
  hosts: z.optional(z.array(host).check(z.minLength(1))),
  theme: z.optional(
    z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'should be small letters, digits and -')),
  ),
  tenantName: createNameSchema(60),
  shortName: z.optional(createNameSchema(20)),
  openId: Settings.shape.openId,
  identityProvider: z._default(z.boolean(), false),
  embeddedIdentity: z._default(z.boolean(), false),
  /** False: faces are neither embedded nor searched. */
  faceSearch: z._default(z.boolean(), true),
  logo: z._default(z.nullable(pictureFile), null),
  logoSmall: z._default(z.nullable(pictureFile), null),
  logoDark: z.optional(pictureFile),
  icon: z.optional(pictureFile),
  images: z._default(
    z.array(
      z.strictObject({
        file: pictureFile,
        place: ThemeImage.shape.place,
        alt: z._default(textByLanguage, {}),
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
  offer: z.optional(z.string().check(z.regex(/^[\w-]+\.pdf$/, 'should be the name of a PDF file'))),
  backURL: z.optional(webAddress),
  backLabel: z.optional(createTextSchema(40)),
  backFromHome: z._default(z.boolean(), false),
  hideBannerOnHome: z._default(z.boolean(), false),
  useAppBarDefault: z._default(z.boolean(), false),
  hidePartnerPages: z._default(z.boolean(), false),
  photofinishUSA: z._default(z.boolean(), false),
  languages: z._default(z.array(Language).check(z.minLength(1)), [...languages]),
  lang: z.optional(Language),
  currencyId: z._default(Settings.shape.currencyId, 643),
  tokens: z._default(z.strictObject({ light: tokens, dark: tokens }), { light: {}, dark: {} }),
  texts: z._default(z.partialRecord(Language, z.record(z.string(), createTextSchema(500))), {}),
  apiBase: z._default(z.union([z.literal(''), webAddress]), ''),
  analytics: z._default(Settings.shape.analytics, { dataLayer: false }),
  feedbackWidgetUrl: z.optional(webAddress),
  supportEmail: z._default(email, 'support@photofinish.example'),
  supportTag: z.optional(createTextSchema(60)),
  hideSupportIn: z._default(z.array(Language), []),
  social: z._default(z.array(z.strictObject({ name: createTextSchema(40), url: webAddress })), []),
  legalEntity: z.optional(createTextSchema(200)),
  /** Default name: `legalEntity`; default email: `supportEmail`. */
  seller: z.optional(
    z.strictObject({
      name: z.optional(createTextSchema(200)),
      taxNumber: z.optional(createTextSchema(60)),
      registrationNumber: z.optional(createTextSchema(60)),
      address: z.optional(createTextSchema(300)),
      email: z.optional(email),
      phone: z.optional(createTextSchema(40)),
    }),
  ),
  refundDays: z._default(z.int().check(z.minimum(1), z.maximum(365)), 14),
  serviceSwitch: z._default(z.array(z.strictObject({ title: createTextSchema(40), url: webAddress })), []),
  /** Sends the data of cash receipts (54-FZ) to the bank. */
  fiscalReceipts: z.optional(
    z.strictObject({
      taxSystem: z.enum([
        'general',
        'simplifiedIncome',
        'simplifiedIncomeMinusCosts',
        'agricultural',
        'patent',
      ]),
      /** Percent included in prices; banks derive the calculated rate of prepayments, e.g. 22/122, from it. */
      vat: z.enum(['none', '0', '5', '7', '10', '20', '22']),
      /** `payment_subject` of YooKassa; default: `service`. */
      subject: z.optional(z.enum(['commodity', 'service', 'intellectual_activity', 'payment', 'another'])),
      /** `payment_mode` of YooKassa for orders that are delivered at once; default: `full_payment`. */
      mode: z.optional(z.enum(['full_prepayment', 'partial_prepayment', 'advance', 'full_payment'])),
    }),
  ),
  mailTo: z.optional(email),
  bank: z._default(z.string(), 'sandbox'),
  external: z.optional(z.string()),
  watermark: z.optional(createTextSchema(40)),
})
export type TenantFile = z.infer<typeof TenantFile>
