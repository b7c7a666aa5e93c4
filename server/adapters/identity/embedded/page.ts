import type { Language } from '../../../../contract/common.ts'
import { namesIn } from '../../../../contract/tenant-names.ts'
import type { Tenant } from '../../../platform/context.ts'
import { escapeHtml } from '../../../platform/html.ts'
import en from './messages.en.json' with { type: 'json' }
import es from './messages.es.json' with { type: 'json' }
import ru from './messages.ru.json' with { type: 'json' }

const texts: Record<Language, typeof ru> = { ru, en, es }

export interface SignIn {
  readonly tenant: Tenant
  readonly language: Language
  /** What was typed at the last attempt. */
  readonly name: string
  readonly fault?: 'wrong' | 'empty' | 'tooMany' | undefined
  /** Where giving up leads. */
  readonly back: string
}

/** The page on which a user says who she is. */
export function signInPage({ tenant, language, name, fault, back }: SignIn): string {
  const text = texts[language]
  const described = fault ? ' aria-describedby="fault"' : ''
  const field = (id: 'name' | 'password', attributes: string, isFaulty: boolean) =>
    `<label for="${id}">${escapeHtml(text[id])}</label>
<input id="${id}" name="${id}" required maxlength="200" ${attributes}${isFaulty ? ` aria-invalid="true"${described}` : ''}>`
  const isRefused = fault === 'wrong' || fault === 'empty'
  const demo = tenant.settings.demo
    ? `<p class="note">${escapeHtml(text.demo)} <a href="/demo">${escapeHtml(text.demoLink)}</a></p>`
    : ''
  return frame(
    tenant,
    language,
    text.title,
    `<h1>${escapeHtml(text.title)}</h1>
<p class="lead">${escapeHtml(text.lead)}</p>
${fault ? `<p class="fault" id="fault" role="alert">${escapeHtml(text[fault])}</p>` : ''}
<form method="post">
${field('name', `value="${escapeHtml(name)}" autocomplete="username" autocapitalize="none" spellcheck="false"${name ? '' : ' autofocus'}`, isRefused)}
${field('password', `type="password" autocomplete="current-password"${name ? ' autofocus' : ''}`, isRefused)}
<button>${escapeHtml(text.submit)}</button>
</form>
<a class="back" href="${escapeHtml(back)}">${escapeHtml(text.back)}</a>
${demo}`,
  )
}

/** Says that a sign-in cannot go on, and leads home. */
export function overPage(tenant: Tenant, language: Language): string {
  const text = texts[language]
  return frame(
    tenant,
    language,
    text.overTitle,
    `<h1>${escapeHtml(text.overTitle)}</h1>
<p class="lead">${escapeHtml(text.over)}</p>
<a class="button" href="/">${escapeHtml(text.again)}</a>`,
  )
}

/**
 * Ends the session: by itself, or by the button where scripts are off.
 *
 * @param form as the server made it, with its secret; without a button
 */
export function signOutPage(tenant: Tenant, language: Language, form: string): string {
  const text = texts[language]
  const whole = form.replace(
    '</form>',
    `<input type="hidden" name="logout" value="yes"><button>${escapeHtml(text.signOut)}</button></form>`,
  )
  return frame(
    tenant,
    language,
    text.signOut,
    `<h1>${escapeHtml(text.signOut)}</h1>
${whole}
<script src="/auth/submit.js"></script>`,
  )
}

export const submitScript = 'document.forms[0].submit()\n'

function frame({ settings }: Tenant, language: Language, title: string, body: string): string {
  const { logo, useAppBarDefault } = settings
  const { tenantName } = namesIn(settings, language)
  const image = `<img src="${escapeHtml(logo ?? '')}" alt="" height="28">`
  const brand = logo && !useAppBarDefault ? image : '<span>Photo</span><i></i><span>Finish</span>'
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} — ${escapeHtml(tenantName)}</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/auth/sign-in.css">
</head>
<body>
<header><a href="/" aria-label="${escapeHtml(tenantName)}">${brand}</a></header>
<main>
${body}
</main>
</body>
</html>`
}
