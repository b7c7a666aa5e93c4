import { useState } from 'react'
import { useIntl } from 'react-intl'
import { formatClock } from '../../lib/format/time.ts'
import { Text, useLanguage } from '../../platform/language/index.ts'
import { getDayCategory } from './day.ts'

/** Shows the age of the data: “as of 14:05”. Renders nothing without a time, for data that was just loaded. */
export function LastUpdated({ on, className }: { on: number | undefined; className?: string }) {
  const { language } = useLanguage()
  const { formatDate } = useIntl()
  const [now] = useState(() => new Date())
  if (on === undefined) return null
  const moment = new Date(on)
  const values = {
    time: formatClock(moment.toISOString(), language),
    day: formatDate(moment, { day: 'numeric', month: 'long' }),
  }
  return (
    <span className={className}>
      <Text id={`events.asOf.${getDayCategory(moment, now)}`} values={values} />
    </span>
  )
}
