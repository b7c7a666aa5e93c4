import { useLanguage, useText } from '../../platform/language/index.ts'
import { useSettings } from '../../platform/theme/index.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { Footer } from '../../ui/layout/AppBar.tsx'
import { useMedia, wideScreen } from '../../ui/use-media.ts'
import { LazyPart } from '../LazyPart.tsx'
import { LanguagePicker } from './LanguagePicker.tsx'

const loadActions = () => import('../device/FooterActions.tsx').then((it) => it.FooterActions)

const year = new Date().getFullYear()

export function PageFoot() {
  const text = useText()
  const { language } = useLanguage()
  const settings = useSettings()
  // on narrower screens, the actions are in the drawer
  const isWide = useMedia(wideScreen)
  const subject = encodeURIComponent(settings.supportTag)
  return (
    <Footer start={`© ${year} ${settings.legalEntity}`}>
      {language === 'ru' &&
        settings.social.map((social) => (
          <AppLink key={social.url} href={social.url} target="_blank" rel="noopener noreferrer">
            {social.name}
          </AppLink>
        ))}
      <AppLink href="/policy.pdf" target="_blank" rel="noopener">
        {text('app.policy')}
      </AppLink>
      {!settings.hideSupportIn.includes(language) && (
        <AppLink href={`mailto:${settings.supportEmail}?subject=${subject}`}>{text('app.support')}</AppLink>
      )}
      <LanguagePicker />
      {isWide && <LazyPart load={loadActions} />}
    </Footer>
  )
}
