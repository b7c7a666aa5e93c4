import type { Language } from '../../../../contract/common.ts'
import { namesIn } from '../../../../contract/tenant-names.ts'
import type { Tenant } from '../../../platform/context.ts'
import { escapeHtml } from '../../../platform/html.ts'
import { createCatalogue } from '../../../platform/language/catalogue.ts'
import en from './messages.en.json' with { type: 'json' }
import es from './messages.es.json' with { type: 'json' }
import ru from './messages.ru.json' with { type: 'json' }

const sayIn = createCatalogue({ ru, en, es })

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
  const say = sayIn(language)
  const described = fault ? ' aria-describedby="fault"' : ''
  const field = (id: 'name' | 'password', attributes: string, isFaulty: boolean) =>
    `<label for="${id}">${escapeHtml(say(id))}</label>
<input id="${id}" name="${id}" required maxlength="200" ${attributes}${isFaulty ? ` aria-invalid="true"${described}` : ''}>`
  const isRefused = fault === 'wrong' || fault === 'empty'
  const demo = tenant.settings.demo
    ? `<p class="note">${escapeHtml(say('demo'))} <a href="/demo">${escapeHtml(say('demoLink'))}</a></p>`
    : ''
  return frame(
    tenant,
    language,
    say('title'),
    `<h1>${escapeHtml(say('title'))}</h1>
<p class="lead">${escapeHtml(say('lead'))}</p>
${fault ? `<p class="fault" id="fault" role="alert">${escapeHtml(say(fault))}</p>` : ''}
<form method="post">
${field('name', `value="${escapeHtml(name)}" autocomplete="username" autocapitalize="none" spellcheck="false"${name ? '' : ' autofocus'}`, isRefused)}
${field('password', `type="password" autocomplete="current-password"${name ? ' autofocus' : ''}`, isRefused)}
<button>${escapeHtml(say('submit'))}</button>
</form>
<a class="back" href="${escapeHtml(back)}">${escapeHtml(say('back'))}</a>
${demo}`,
  )
}

/** Says that a sign-in cannot go on, and leads home. */
export function overPage(tenant: Tenant, language: Language): string {
  const say = sayIn(language)
  return frame(
    tenant,
    language,
    say('overTitle'),
    `<h1>${escapeHtml(say('overTitle'))}</h1>
<p class="lead">${escapeHtml(say('over'))}</p>
<a class="button" href="/">${escapeHtml(say('again'))}</a>`,
  )
}

/**
 * Ends the session: by itself, or by the button where scripts are off.
 *
 * @param form as the server made it, with its secret; without a button
 */
export function signOutPage(tenant: Tenant, language: Language, form: string): string {
  const say = sayIn(language)
  const whole = form.replace(
    '</form>',
    `<input type="hidden" name="logout" value="yes"><button>${escapeHtml(say('signOut'))}</button></form>`,
  )
  return frame(
    tenant,
    language,
    say('signOut'),
    `<h1>${escapeHtml(say('signOut'))}</h1>
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
