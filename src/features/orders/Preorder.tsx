import { useEffect } from 'react'
import { getPreorderDetails } from '../../../contract/preorders.ts'
import { request } from '../../lib/api.ts'
import { Text, useLanguage, useText } from '../../platform/language/index.ts'
import { useLoaded } from '../../platform/loading/index.ts'
import { useNavigate, useTitle } from '../../platform/navigation/index.ts'
import { removePendingOrder } from '../../platform/storage/index.ts'
import { Note } from '../../ui/Note.tsx'
import { FileList } from './FileList.tsx'
import { filesOf } from './files.ts'
import { MailNote } from './MailNote.tsx'
import { NotOpened, OrderSkeleton } from './NotOpened.tsx'
import { PaidHero } from './PaidHero.tsx'

/** A package that was bought before its photos exist. One that is not paid yet is shown as the order it is. */
export function Preorder({ preorderId }: { preorderId: string }) {
  const text = useText()
  const navigate = useNavigate()
  const { language } = useLanguage()
  const loaded = useLoaded(`${preorderId} ${language}`, (signal) =>
    request(getPreorderDetails, { params: { preorderId }, signal }),
  )
  const details = loaded.value
  const state = details?.state
  useTitle(details ? text('orders.title', { number: details.number }) : text('orders.loading'))
  useEffect(() => {
    if (state === 'Completed') removePendingOrder(preorderId)
    else if (state) navigate(`/order/${preorderId}`, { replace: true })
  }, [state, preorderId, navigate])
  if (loaded.state === 'failed' && !details) {
    return <NotOpened error={loaded.error} onRetry={loaded.reload} />
  }
  if (!details || state !== 'Completed') return <OrderSkeleton />
  const files = filesOf(details.items)
  const [first] = details.items
  const sum = {
    amount: details.items.reduce((all, item) => all + item.totalPrice.amount, 0),
    currencyId: first?.totalPrice.currencyId ?? 643,
  } as const
  return (
    <>
      <PaidHero
        number={details.number}
        sum={sum}
        files={files}
        textId={files.length > 0 ? 'orders.paid.title' : 'orders.paid.preorder'}
      />
      <div className="wrap max-w-[60rem] pt-4 pb-9">
        {files.length > 0 ? (
          <FileList orderId={preorderId} files={files} />
        ) : (
          <Note>
            <Text id="orders.paid.preorderText" values={{ email: details.email }} />
          </Note>
        )}
        <MailNote order={{ number: details.number, customer: { email: details.email } }} />
      </div>
    </>
  )
}
