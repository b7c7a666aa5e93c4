import { Text } from '../../platform/language/index.ts'
import { Button } from '../../ui/Button.tsx'
import { TextLink } from '../../ui/TextLink.tsx'

const pointIds = ['selfie.consent.what', 'selfie.consent.kept', 'selfie.consent.erase'] as const

/** Explains how the picture of the face is processed, before the first picture is taken. */
export function Consent({ eventId, onAgree }: { eventId: string; onAgree: () => void }) {
  return (
    <div className="mx-auto flex w-full max-w-[34rem] flex-1 flex-col px-(--pf-gutter) pb-3 short:max-w-none md:justify-center lg:px-0">
      <h1 className="display-d1 pt-4 short:pt-0 short:text-[2rem]">
        <Text id="selfie.consent.title" />
      </h1>
      <p className="mt-3 text-ink-2">
        <Text id="selfie.consent.lead" />
      </p>
      <ol className="mt-5">
        {pointIds.map((id, index) => (
          <li key={id} className="flex gap-4 border-t border-line py-3.5">
            <span className="display w-7 flex-none text-[34px]" aria-hidden="true">
              {index + 1}
            </span>
            <span>
              <Text id={id} />
            </span>
          </li>
        ))}
      </ol>
      <p className="mb-6 text-sm text-ink-2">
        <TextLink small href="/policy.pdf" target="_blank" rel="noopener">
          <Text id="selfie.consent.policy" />
        </TextLink>
      </p>
      <div className="sticky bottom-0 mt-auto grid gap-2 bg-(--pf-cam-bg) py-3 short:grid-cols-2 short:py-1.5 md:mt-0">
        <Button kind="primary" icon="camera" full onClick={onAgree}>
          <Text id="selfie.consent.agree" />
        </Button>
        <Button kind="ghost" full href={`/event/${eventId}`}>
          <Text id="selfie.consent.decline" />
        </Button>
      </div>
    </div>
  )
}
