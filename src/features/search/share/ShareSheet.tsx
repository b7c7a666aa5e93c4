import { useAtomValue } from 'jotai'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { Event } from '../../../../contract/events.ts'
import { createShare, forgetShare } from '../../../../contract/photos.ts'
import { isApiError, request } from '../../../lib/api.ts'
import { formatDay } from '../../../lib/format/time.ts'
import { randomId } from '../../../lib/random-id.ts'
import { Text, useErrorText, useLanguage, useText } from '../../../platform/language/index.ts'
import { useAnnounce } from '../../../platform/notices/index.ts'
import { withSearchToken } from '../../../platform/search-token/index.ts'
import { type LastSearch, type Persisted, persisted } from '../../../platform/storage/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/feedback/Note.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { Sheet } from '../../../ui/layout/Sheet.tsx'
import { toSearchKey } from '../results/found-photos.ts'

const Share = z.object({ search: z.string(), shareId: z.string(), expiresOn: z.string() })
type Share = z.infer<typeof Share>

const persistedShares = new Map<string, Persisted<Share | null>>()

function getPersistedShare(eventId: string): Persisted<Share | null> {
  const known = persistedShares.get(eventId)
  if (known) return known
  const entry = persisted({ key: `search.${eventId}.share`, schema: z.nullable(Share), initial: null })
  persistedShares.set(eventId, entry)
  return entry
}

interface Props {
  event: Event
  /** The search whose photos are shared. */
  last: LastSearch
  count: number
  onClose: () => void
}

/** Creates a link that shows the runner's photos to a friend, and revokes it. */
export function ShareSheet({ event, last, count, onClose }: Props) {
  const text = useText()
  const errorText = useErrorText()
  const { eventId } = event
  const search = toSearchKey(eventId, last)
  const entry = getPersistedShare(eventId)
  const storedShare = useAtomValue(entry.atom)
  const [openedAt] = useState(Date.now)
  const share =
    storedShare?.search === search && Date.parse(storedShare.expiresOn) > openedAt ? storedShare : undefined
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const [idempotencyKey] = useState(randomId)

  const attempt = async (action: () => Promise<void>) => {
    setBusy(true)
    setError(undefined)
    await action().catch(setError)
    setBusy(false)
  }
  const createLink = () =>
    attempt(async () => {
      const createdShare = await withSearchToken(eventId, { search: last }, (token) =>
        request(createShare, { body: {}, token, idempotencyKey: idempotencyKey }),
      )
      entry.write({ search, ...createdShare })
    })
  const revokeLink = ({ shareId }: Share) =>
    attempt(async () => {
      await withSearchToken(eventId, { search: last }, (token) =>
        request(forgetShare, { params: { shareId }, token }),
      ).catch((reason: unknown) => {
        // the link was already gone
        if (!isApiError(reason, 'ShareNotFound')) throw reason
      })
      entry.remove()
      onClose()
    })
  return (
    <Sheet open onClose={onClose} title={<Text id="search.share.title" />} closeLabel={text('search.close')}>
      <div className="grid gap-4">
        <p className="text-ink-2">
          <Text id="search.share.text" values={{ count }} />
        </p>
        {error !== undefined && (
          <Note tone="danger" role="alert">
            {errorText(error)}
          </Note>
        )}
        {share ? (
          <ShareLink event={event} share={share} busy={busy} onRevoke={() => void revokeLink(share)} />
        ) : (
          <Button kind="primary" icon="share" full busy={busy} onClick={() => void createLink()}>
            <Text id="search.share.make" />
          </Button>
        )}
      </div>
    </Sheet>
  )
}

function ShareLink(props: { event: Event; share: Share; busy: boolean; onRevoke: () => void }) {
  const { event, share, busy, onRevoke } = props
  const text = useText()
  const { language } = useLanguage()
  const [copied, setCopied] = useState(false)
  useAnnounce(copied ? text('search.share.copied') : undefined)
  const url = `${location.origin}/shared/${share.shareId}`
  const openShareDialog = () => {
    // the runner may cancel the share dialog, which needs no message
    navigator.share({ title: event.title, url }).catch(() => {})
  }
  const copyLink = async () => {
    try {
      await navigator.clipboard.writeText(url)
      setCopied(true)
    } catch {
      // no clipboard access: the link in the field is selected for copying by hand
      document.querySelector<HTMLInputElement>('#share-link')?.select()
    }
  }
  return (
    <>
      <TextField
        id="share-link"
        label={text('search.share.link')}
        value={url}
        readOnly
        hint={text('search.share.until', { day: formatDay(share.expiresOn.slice(0, 10), language) })}
        onFocus={(event) => event.target.select()}
      />
      {typeof navigator.share === 'function' && (
        <Button kind="primary" icon="share" full onClick={openShareDialog}>
          <Text id="search.share.send" />
        </Button>
      )}
      <Button kind="outline" icon={copied ? 'check' : undefined} full onClick={() => void copyLink()}>
        <Text id={copied ? 'search.share.copied' : 'search.share.copy'} />
      </Button>
      <Button kind="ghost" icon="bin" full busy={busy} onClick={onRevoke}>
        <Text id="search.share.takeBack" />
      </Button>
    </>
  )
}
