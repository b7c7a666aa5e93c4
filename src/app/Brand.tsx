import { useText } from '../platform/language/index.ts'
import { useSettings } from '../platform/theme/index.ts'
import { Logo } from '../ui/Logo.tsx'

/** The tenant's logo, or the product's; leads home. */
export function Brand() {
  const text = useText()
  const { logo, tenantName, useAppBarDefault } = useSettings()
  const image = logo && !useAppBarDefault ? { src: logo } : undefined
  return <Logo href="/" image={image} label={text('app.home', { name: tenantName })} />
}
