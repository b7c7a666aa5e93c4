import { languages as all, type Language } from '../../contract/common.ts'
import { useLanguage, useText } from '../platform/language/index.ts'
import { WordSelect } from '../ui/AppBar.tsx'

/** Languages call themselves by their own name, whatever language the page is in. */
const names: Record<Language, string> = { ru: 'Русский', en: 'English', es: 'Español' }

export function LanguagePicker({ short = false }: { short?: boolean }) {
  const text = useText()
  const { language, languages, setLanguage } = useLanguage()
  if (languages.length < 2) return null
  const options = all
    .filter((each) => languages.includes(each))
    .map((value) => ({ value, label: names[value], short: short ? value.toUpperCase() : undefined }))
  return (
    <WordSelect
      label={text('app.language')}
      options={options}
      value={language}
      onChange={(value) => {
        const chosen = all.find((each) => each === value)
        if (chosen) setLanguage(chosen)
      }}
    />
  )
}
