import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { openBrowser } from './browser.ts'
import { findInViews } from './view-checks.ts'

/** Each document has one fault, which appears in one mode only. */
const documents: Readonly<Record<string, string>> = {
  '/light': '<p>An image<img src="/none"></p>',
  '/dark': '<style>@media (prefers-color-scheme: dark) { p { color: #444; background: #333 } }</style><p>A text</p>',
  '/narrow': '<style>@media (max-width: 330px) { p { width: 400px } }</style><p>A text</p>',
}

test('views: one visit finds a fault in the light theme, in the dark theme and on a narrow screen', async () => {
  const server = createServer(({ url = '' }, response) => {
    const body = `<main><h1>A page</h1>${documents[url] ?? ''}</main>`
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(
      `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>A</title>${body}</html>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const browser = await openBrowser()
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { axe, tooNarrow } = await findInViews({ browser, url }, [...Object.keys(documents), '/'], 'p')
    const found = [axe.light, axe.dark, tooNarrow].map((texts) => texts.map((text) => text.slice(0, 24)))
    assert.deepEqual(found, [['/light: image-alt at <im'], ['/dark: color-contrast at'], ['/narrow is 88 too wide']])
  } finally {
    await browser.close()
    server.close()
  }
})
