import type { Language } from '../../../contract/common.ts'
import { getTenantNames } from '../../../contract/tenant-names.ts'
import type { ThemeImage } from '../../../contract/themes.ts'
import type { Tenant } from '../../platform/context.ts'
import { buildFileUrl, buildLogoUrl, getPictureSize } from './brand-files.ts'

/** Returns the pictures of a tenant's theme in the order of its file, the logo last, with alternative texts in a language. */
export function toThemeImages({ brand, settings }: Tenant, language: Language): ThemeImage[] {
  const images = brand.images.map(({ file, place, alt, width, height }, index) => ({
    id: `${place}-${index + 1}`,
    ...{ place, width, height },
    url: buildFileUrl(brand, file),
    alt: alt[language] ?? alt[settings.lang] ?? '',
  }))
  if (!brand.logo || images.some(({ place }) => place === 'logo')) return images
  const { width, height } = getPictureSize(brand.files, brand.logo)
  return [
    ...images,
    {
      id: 'logo',
      place: 'logo',
      url: buildLogoUrl(brand),
      width: Math.round(width),
      height: Math.round(height),
      alt: getTenantNames(settings, language).tenantName,
    },
  ]
}
