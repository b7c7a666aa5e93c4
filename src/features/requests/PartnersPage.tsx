import type { ReactNode } from 'react'
import { Text, useText } from '../../platform/language/index.ts'
import { useGoBack, useNavigate, usePath, useQuery, useTitle } from '../../platform/navigation/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { type Partner, partners } from './partners.tsx'
import { RequestForm } from './RequestForm.tsx'

/** `/for-photographers`, `/for-organizers`, `/for-business`: a claim, what is on offer in numbered lanes, and a form. */
export function PartnersPage() {
  const path = usePath()
  const partner = partners.find(({ page }) => path.startsWith(`/for-${page}`))
  return partner ? <For key={partner.page} partner={partner} path={path} /> : null
}

function For({ partner: { page, kind, lanes }, path }: { partner: Partner; path: string }) {
  const text = useText()
  useTitle(text(`requests.${page}`))
  const navigate = useNavigate()
  const goBack = useGoBack()
  // in the address, so that the form is open again after a reload and back closes it
  const isOpen = useQuery().has('request')
  const close = () => goBack(path)
  return (
    <>
      <div className="wrap grid gap-4 py-7 lg:grid-cols-[1fr_400px] lg:items-end lg:gap-20 lg:py-12">
        <h1 className="display-d1">
          <Text id={`requests.${page}.claim`} />
        </h1>
        <div>
          <p>
            <Text id={`requests.${page}.lead`} />
          </p>
          <Button kind="primary" className="mt-5" onClick={() => navigate(`${path}?request`)}>
            <Text id={`requests.${page}.action`} />
          </Button>
        </div>
      </div>
      <section className="pf-hero" aria-label={text(`requests.${page}.lanes`)}>
        <ol className="wrap divide-y-3">
          {lanes.map(({ name, value }, at) => (
            <LaneRow key={name} number={at + 1} textId={`requests.${page}.${name}`} value={value} />
          ))}
        </ol>
      </section>
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

interface LaneRowProps {
  number: number
  textId: string
  value: ReactNode
}

function LaneRow({ number, textId, value }: LaneRowProps) {
  return (
    <li className="flex gap-3 py-5 lg:py-7">
      <span aria-hidden="true" className="display-d1 w-14 flex-none lg:w-36">
        {number}
      </span>
      <div className="min-w-0 flex-1 lg:flex lg:items-center lg:gap-8">
        <div className="flex-1">
          <h2 className="display-d2">
            <Text id={textId} />
          </h2>
          <p className="mt-2 max-w-[34rem] font-medium">
            <Text id={`${textId}.text`} />
          </p>
        </div>
        {value && <div className="display-d2 mt-2 lg:mt-0">{value}</div>}
      </div>
    </li>
  )
}
