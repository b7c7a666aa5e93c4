import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { projectRoot } from '../../server/platform/root.ts'
import { withPhone } from './phone.ts'
import { toButton } from './steps.ts'
import { engine, testServer } from './test-server.ts'
import { formatText, matchExactly } from './texts.ts'

const host = `feedback-${engine}.localhost`

/** Adds a brand whose feedback widget is a page of another origin: the server itself, bypassing the test's network. */
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'photofinish-tenant-'))
  const file = join(folder, `feedback-${engine}.json`)
  const settings = { tenantName: 'Feedback', hosts: [host], feedbackWidgetUrl: `${testServer.url}/policy` }
  await writeFile(file, JSON.stringify(settings))
  const program = join(projectRoot, 'dist', 'server', 'server', 'cli', 'main.js')
  await promisify(execFile)(process.execPath, [program, 'tenant', 'add', file], {
    cwd: projectRoot,
    env: { ...process.env, DATA_DIR: testServer.dataDir, DATABASE_URL: '' },
  })
  await rm(folder, { recursive: true })
})

test(
  'the frame of the feedback widget cannot take itself out of its sandbox',
  withPhone({ host, expectedMessages: [/frame-ancestors|X-Frame-Options/i] }, async (phone) => {
    await phone.visit('/')
    await phone.press(toButton('app.menu.open'))
    await phone.press(toButton('shell.reportBug'))
    await phone.waitForElement({ role: 'dialog', name: matchExactly(formatText('shell.reportBug')) })
    const tokens = await phone.waitFor(
      (title) =>
        document.querySelector<HTMLIFrameElement>(`iframe[title="${title}"]`)?.sandbox.value.split(' '),
      formatText('shell.feedback.frame'),
    )
    expect(tokens).toContain('allow-scripts')
    expect(tokens).not.toContain('allow-same-origin')
  }),
)
