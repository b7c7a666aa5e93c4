/** Matches a quotation short enough for one line of a heading on a phone, and the text around it. */
const shortQuotation = /^(.*?)(«[^»]{1,16}»|“[^”]{1,16}”)(.*)$/

/** Renders the title of an event. Prevents a line break inside its first short quotation. */
export function EventTitle({ children }: { children: string }) {
  const [, before, quotation, after] = shortQuotation.exec(children) ?? []
  if (quotation === undefined) return children
  return (
    <>
      {before}
      <span className="whitespace-nowrap">{quotation}</span>
      {after}
    </>
  )
}
