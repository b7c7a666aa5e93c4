import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import { ensureBrowser } from '../ensure-browser.ts'

/** Prints the offer of this folder to public/; run by hand after a change. */
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: ['--no-sandbox'] })
const page = await browser.newPage()
await page.goto(new URL('offer.html', import.meta.url).href)
await page.pdf({
  path: fileURLToPath(new URL('../../public/offer.pdf', import.meta.url)),
  preferCSSPageSize: true,
  tagged: true,
})
await browser.close()
