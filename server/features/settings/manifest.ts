import type { Language } from '../../../contract/common.ts'
import { namesIn } from '../../../contract/tenant-names.ts'
import type { Tenant } from '../../platform/context.ts'
import { createCatalogue, type Say } from '../../platform/language/catalogue.ts'
import en from './messages.en.json' with { type: 'json' }
import es from './messages.es.json' with { type: 'json' }
import ru from './messages.ru.json' with { type: 'json' }

type Texts = Say<keyof typeof ru>
const sayIn = createCatalogue({ ru, en, es })

const png = (src: string, size: number) => ({ src, sizes: `${size}x${size}`, type: 'image/png' })

// The paths are the same on every host; the images are the tenant's.
const icons = [
  { ...png('/icon-192.png', 192), purpose: 'any' },
  { ...png('/icon-512.png', 512), purpose: 'any' },
  { ...png('/icon-maskable-192.png', 192), purpose: 'maskable' },
  { ...png('/icon-maskable-512.png', 512), purpose: 'maskable' },
]

const shortcuts = (say: Texts) => [
  { name: say('find'), url: '/find', icons: [png('/shortcut-find.png', 96)] },
  { name: say('cart'), url: '/cart', icons: [png('/shortcut-cart.png', 96)] },
  { name: say('order'), url: '/my-order', icons: [png('/shortcut-order.png', 96)] },
]

/** Screenshots show the product's default design, so tenants with brand files have none. */
const screenshots = (say: Texts) => {
  const picture = (name: string, sizes: string, form: 'narrow' | 'wide', label: string) => ({
    src: `/screenshots/${name}.jpg`,
    sizes,
    type: 'image/jpeg',
    form_factor: form,
    label,
  })
  return [
    picture('selfie-narrow', '780x1688', 'narrow', say('screenshot.selfie')),
    picture('photos-narrow', '780x1688', 'narrow', say('screenshot.photos')),
    picture('photos-wide', '1280x800', 'wide', say('screenshot.photos')),
  ]
}

/** Returns the web app manifest of a tenant (W3C Application Manifest), with its name, colours and icons. */
export function buildManifest(tenant: Tenant, language: Language): Record<string, unknown> {
  const { tokens } = tenant.settings
  const { tenantName, shortName } = namesIn(tenant.settings, language)
  const say = sayIn(language)
  const paper = tokens.light['--pf-bg'] ?? '#ffffff'
  return {
    id: '/',
    name: tenantName,
    short_name: shortName,
    description: say('description'),
    lang: language,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    display_override: ['standalone', 'minimal-ui'],
    background_color: paper,
    theme_color: paper,
    categories: ['sports', 'photo', 'shopping'],
    icons,
    shortcuts: shortcuts(say),
    ...(tenant.brand.files.size === 0 && { screenshots: screenshots(say) }),
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
