import { namesIn } from '../../contract/tenant-names.ts'
import { useLanguage, useText } from '../platform/language/index.ts'
import { useSettings } from '../platform/theme/index.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Logo } from '../ui/Logo.tsx'

const ourTheme = 'photofinish'

/** The tenant's logo, or the product's; leads home. */
export function Brand() {
  const text = useText()
  const settings = useSettings()
  const { logo, theme, useAppBarDefault } = settings
  const { tenantName } = namesIn(settings, useLanguage().language)
  const image = logo && !useAppBarDefault ? { src: logo } : undefined
  // another brand that has no picture is called by its name, not by ours
  if (!image && theme !== ourTheme)
    return (
      <AppLink
        className="pf-logo text-h font-black"
        href="/"
        aria-label={text('app.home', { name: tenantName })}
      >
        {tenantName}
      </AppLink>
    )
  return <Logo href="/" image={image} label={text('app.home', { name: tenantName })} />
}
