import { Text, useText } from '../../platform/language/index.ts'
import { useGoBack, useNavigate, usePath, useQuery, useTitle } from '../../platform/navigation/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Sheet } from '../../ui/layout/Sheet.tsx'
import { Callout, Cases, ClosingSection, Highlights, Offers, Pictures, Steps } from './PartnerParts.tsx'
import { type Partner, partners } from './partners.tsx'
import { RequestForm } from './RequestForm.tsx'

/** Renders `/for-photographers`, `/for-organizers` and `/for-business`: a claim, the offers in numbered lanes, and a form. */
export function PartnersPage() {
  const path = usePath()
  const partner = partners.find(({ page }) => path.startsWith(`/for-${page}`))
  return partner ? <PartnerContent key={partner.page} partner={partner} path={path} /> : null
}

function PartnerContent({ partner, path }: { partner: Partner; path: string }) {
  const { page, kind } = partner
  const text = useText()
  useTitle(text(`requests.${page}`))
  const navigate = useNavigate()
  const goBack = useGoBack()
  // in the URL, so that the form is open again after a reload and back closes it
  const isOpen = useQuery().has('request')
  const open = () => navigate(`${path}?request`)
  const close = () => goBack(path)
  return (
    <>
      <div className="wrap pf-partner-top">
        <h1 className="display">
          <Text id={`requests.${page}.claim`} />
        </h1>
        <div>
          <p>
            <Text id={`requests.${page}.lead`} />
          </p>
          <Button kind="primary" className="mt-5" onClick={open}>
            <Text id={`requests.${page}.action`} />
          </Button>
        </div>
      </div>
      <Offers partner={partner} />
      <Pictures partner={partner} />
      <Highlights partner={partner} />
      <Steps partner={partner} />
      <Cases partner={partner} />
      <Callout partner={partner} />
      <ClosingSection partner={partner} onOpen={open} />
      {isOpen && (
        <Sheet
          open
          onClose={close}
          title={<Text id={`requests.${page}.form`} />}
          closeLabel={text('requests.close')}
        >
          <RequestForm kind={kind} onClose={close} />
        </Sheet>
      )}
    </>
  )
}
