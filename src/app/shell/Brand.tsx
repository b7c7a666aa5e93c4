import { getTenantNames } from '../../../contract/tenant-names.ts'
import { useLanguage, useText } from '../../platform/language/index.ts'
import { useSettings } from '../../platform/theme/index.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { Logo } from '../../ui/Logo.tsx'

const productTheme = 'photofinish'

/** Renders the tenant's logo, or the product's, as a link to the home page. */
export function Brand() {
  const text = useText()
  const settings = useSettings()
  const { logo, theme, useAppBarDefault } = settings
  const { tenantName } = getTenantNames(settings, useLanguage().language)
  const image = logo && !useAppBarDefault ? { src: logo } : undefined
  // a tenant theme without a picture shows the tenant's name instead of our logo
  if (!image && theme !== productTheme)
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
