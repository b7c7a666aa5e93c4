import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import { ensureBrowser } from '../ensure-browser.ts'

/** Prints the texts of this folder to public/: the privacy policy and the offer; run by hand after a change of one. */
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: ['--no-sandbox'] })
const page = await browser.newPage()
for (const name of ['policy', 'offer']) {
  await page.goto(new URL(`${name}.html`, import.meta.url).href)
  await page.pdf({
    path: fileURLToPath(new URL(`../../public/${name}.pdf`, import.meta.url)),
    preferCSSPageSize: true,
    tagged: true,
  })
}
await browser.close()
