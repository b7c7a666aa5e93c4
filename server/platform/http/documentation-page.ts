import { type Call, toRoute } from '../../../contract/call.ts'
import { allCalls } from '../../../contract/calls.ts'
import { errorCodes, errorStatus } from '../../../contract/errors.ts'
import { findOperation } from './openapi-extras.ts'
import { toErrorText } from './problem.ts'

const bearerDescriptions: Record<Call['auth'], string> = {
  none: '',
  search: 'search token',
  identity: 'identity token',
  any: 'token if there is one',
}

/**
 * Renders the contract as one HTML page: each call with its collapsed schemas, then every error code.
 *
 * @param document the OpenAPI document that contains the schemas
 */
export function renderDocumentationPage(document: Record<string, unknown>): string {
  const services = [...new Set(allCalls.map((call) => call.service))]
  const sections = services.map((service) => {
    const calls = allCalls.filter((call) => call.service === service)
    return `<section id="${service}"><h2>${service}</h2>${calls.map((call) => renderCall(call, document)).join('')}</section>`
  })
  const codes = errorCodes.map(
    (code) =>
      `<tr id="${code}"><th scope="row"><code>${code}</code></th><td>${errorStatus[code]}</td><td>${escape(toErrorText(code, 'en'))}</td></tr>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The calls · Photofinish</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/docs.css">
</head>
<body>
<header>
<h1>The calls</h1>
<p>For machines: <a href="/public/openapi.json">OpenAPI 3.1</a>. Money is an integer of minor units. Lists take <code>offset</code> and <code>count</code>. Errors are problem documents (RFC 9457) with one of the <a href="#codes">codes</a>. Calls marked <em>key</em> take <code>Idempotency-Key</code>: the same key with the same body answers as the first time did.</p>
<nav aria-label="Services">${[...services, 'codes'].map((name) => `<a href="#${name}">${name}</a>`).join(' ')}</nav>
</header>
<main>
${sections.join('\n')}
<section id="codes"><h2>codes</h2><table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Text</th></tr></thead><tbody>${codes.join('')}</tbody></table></section>
</main>
</body>
</html>`
}

function renderCall(call: Call, document: Record<string, unknown>): string {
  const notes = [bearerDescriptions[call.auth], call.idempotent ? 'key' : ''].filter(Boolean)
  const codes = call.errors.map((code) => `<a href="#${code}">${code}</a>`).join(' ')
  return `<article id="${call.service}.${call.name}">
<h3><span class="method">${call.method}</span> <code>${toRoute(call)}</code></h3>
<p>${escape(call.summary)}. Answers ${call.status}${notes.length > 0 ? ` <em>${notes.join(', ')}</em>` : ''}</p>
${codes ? `<p class="codes">${codes}</p>` : ''}
<details><summary>Shapes</summary><pre tabindex="0">${escape(renderShapes(call, document))}</pre></details>
</article>`
}

/** Renders parameters, body and answer of a call as JSON Schema. */
function renderShapes(call: Call, document: Record<string, unknown>): string {
  const operation = findOperation(document, call) ?? {}
  const { parameters, requestBody, responses } = operation
  const answer =
    typeof responses === 'object' && responses !== null && call.status in responses
      ? (responses as Record<number, unknown>)[call.status]
      : undefined
  return JSON.stringify({ parameters, requestBody, answer }, null, 2)
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
