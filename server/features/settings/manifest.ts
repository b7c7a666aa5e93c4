import type { Language } from '../../../contract/common.ts'
import { getTenantNames } from '../../../contract/tenant-names.ts'
import type { Tenant } from '../../platform/context.ts'
import { type FormatMessage, loadCatalogue } from '../../platform/language/catalogue.ts'
import type messages from './messages.ru.json'

type FormatText = FormatMessage<keyof typeof messages>
const getFormatter = loadCatalogue<keyof typeof messages>(import.meta.dirname)

const toIcon = (src: string, size: number) => ({ src, sizes: `${size}x${size}`, type: 'image/png' })

// The paths are the same on every host; the images are the tenant's.
const icons = [
  { ...toIcon('/icon-192.png', 192), purpose: 'any' },
  { ...toIcon('/icon-512.png', 512), purpose: 'any' },
  { ...toIcon('/icon-maskable-192.png', 192), purpose: 'maskable' },
  { ...toIcon('/icon-maskable-512.png', 512), purpose: 'maskable' },
]

const buildShortcuts = (format: FormatText) => [
  { name: format('find'), url: '/find', icons: [toIcon('/shortcut-find.png', 96)] },
  { name: format('cart'), url: '/cart', icons: [toIcon('/shortcut-cart.png', 96)] },
  { name: format('order'), url: '/my-order', icons: [toIcon('/shortcut-order.png', 96)] },
]

/** Screenshots show the product's default design, so tenants with brand files have none. */
const buildScreenshots = (format: FormatText) => {
  const createScreenshot = (name: string, sizes: string, formFactor: 'narrow' | 'wide', label: string) => ({
    src: `/screenshots/${name}.jpg`,
    sizes,
    type: 'image/jpeg',
    form_factor: formFactor,
    label,
  })
  return [
    createScreenshot('selfie-narrow', '780x1688', 'narrow', format('screenshot.selfie')),
    createScreenshot('photos-narrow', '780x1688', 'narrow', format('screenshot.photos')),
    createScreenshot('photos-wide', '1280x800', 'wide', format('screenshot.photos')),
  ]
}

/** Returns the web app manifest of a tenant (W3C Application Manifest), with its name, colours and icons. */
export function buildManifest(tenant: Tenant, language: Language): Record<string, unknown> {
  const { tokens } = tenant.settings
  const { tenantName, shortName } = getTenantNames(tenant.settings, language)
  const format = getFormatter(language)
  const backgroundColour = tokens.light['--pf-bg'] ?? '#ffffff'
  return {
    id: '/',
    name: tenantName,
    short_name: shortName,
    description: format('description'),
    lang: language,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    display_override: ['standalone', 'minimal-ui'],
    background_color: backgroundColour,
    theme_color: backgroundColour,
    categories: ['sports', 'photo', 'shopping'],
    icons,
    shortcuts: buildShortcuts(format),
    ...(tenant.brand.files.size === 0 && { screenshots: buildScreenshots(format) }),
    // A running capture or payment is not navigated away; the page reads the requested address.
    launch_handler: { client_mode: ['focus-existing', 'auto'] },
    share_target: {
      action: '/share',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'photo', accept: ['image/*'] }] },
    },
  }
}
