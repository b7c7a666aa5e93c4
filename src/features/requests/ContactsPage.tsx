import { Text, useLanguage, useText } from '../../platform/language/index.ts'
import { useTitle } from '../../platform/navigation/index.ts'
import { useSettings } from '../../platform/theme/index.ts'
import { TextLink } from '../../ui/TextLink.tsx'
import { RequestForm } from './RequestForm.tsx'

/** Renders `/contacts`. */
export function ContactsPage() {
  const text = useText()
  useTitle(text('requests.contacts'))
  const { language } = useLanguage()
  const { supportEmail, supportTag, hideSupportIn, legalEntity } = useSettings()
  const isEmailShown = supportEmail !== '' && !hideSupportIn.includes(language)
  return (
    <div className="wrap py-7 lg:grid lg:grid-cols-[1fr_560px] lg:gap-20 lg:py-12">
      <div>
        <h1 className="display-d1">
          <Text id="requests.contacts.claim" />
        </h1>
        <p className="mt-4 max-w-[32em]">
          <Text id="requests.contacts.lead" />
        </p>
        {isEmailShown && (
          <TextLink
            icon="mail"
            className="mt-2"
            href={`mailto:${supportEmail}?subject=${encodeURIComponent(supportTag)}`}
          >
            {supportEmail}
          </TextLink>
        )}
        <p className="mt-2 text-sm text-ink-2">{legalEntity}</p>
      </div>
      <section className="mt-8 lg:mt-0" aria-labelledby="request-title">
        <h2 id="request-title" className="display-d3 mb-5">
          <Text id="requests.contacts.form" />
        </h2>
        <RequestForm kind="support" />
      </section>
    </div>
  )
}
