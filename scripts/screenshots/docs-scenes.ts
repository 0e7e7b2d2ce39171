import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { startTestService } from '../../test/support/service.ts'
import { shrinkPng } from '../small-png.ts'

const viewport = { width: 1280, height: 800 }
const scenes: readonly (readonly [name: string, path: string, options: BrowserContextOptions])[] = [
  ['start', '/docs', { viewport }],
  ['guide', '/docs/quick-start', { viewport, colorScheme: 'dark' }],
]

/** Takes pictures of the docs: the first page, and a guide in dark mode. */
export async function takeDocsScenes(browser: Browser, folder: string): Promise<void> {
  const service = await startTestService()
  const { uae } = service.urls
  for (const [name, path, options] of scenes) {
    const page = await browser.newPage({ ...options, reducedMotion: 'reduce' })
    await page.goto(uae + path)
    // The port differs in each run.
    await page.locator('.facts code', { hasText: uae }).evaluateAll((shown) => {
      for (const code of shown) code.textContent = 'http://127.0.0.1:8080'
    })
    await writeFile(join(folder, `docs-${name}-en-desktop.png`), shrinkPng(await page.screenshot({ caret: 'hide' })))
    await page.close()
  }
  await service.close()
}
