import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { reportOf } from '../../src/entries/throw-away/certify/report/report.ts'
import { reportFiles } from '../../src/entries/throw-away/certify/report/report-files.ts'
import { reportPage } from '../../src/entries/throw-away/certify/report/report-page.ts'
import { acted, capturingRun } from '../certificate/acted-run.ts'
import { openBrowser } from '../pages/browser.ts'
import { findInViews } from '../pages/view-checks.ts'
import { newEmptiedFolder } from '../support/emptied-folder.ts'
import { documentOf } from './run-document.ts'

let browser: Browser
before(async () => {
  browser = await openBrowser()
})
after(() => browser.close())

const names = ['plain', 'conflict', 'lost-answer'] as const
const wrong = names.map((name) =>
  acted(name, (shop) => {
    const id = shop.session()
    shop.notify(id, 'authorized', { status: 500, path: 'http://shop.test/hook' })
    shop.capture(id, { reference: null, amount: '<b>1</b>', fault: name === 'plain' ? 'lost_answer' : 'conflict' })
  }),
)
const given = { idle: 'PT2S', orderCommand: "node 'my shop.mjs'" }

test('both files of a report have the name of FILE', () => {
  const both = { html: 'a/run.html', json: 'a/run.json' }
  for (const file of ['a/run', 'a/run.html', 'a/run.json']) assert.deepEqual(reportFiles(file), both)
  assert.equal(reportFiles('run.v2').html, 'run.v2.html')
})

test('a report has the verdict, the command of the whole run, and the document of the API', () => {
  const document = documentOf(wrong, names)
  const { verdict, sentence, command, certificate } = reportOf(document, given)
  assert.equal(certificate, document)
  assert.equal(verdict, 'failed')
  assert.match(sentence, /^\d of 16 core checks did not pass: M1, .*P1.*\. \d+ were not exercised: .*S2\.$/)
  assert.equal(
    command,
    `npx qist certify --profile webhooks --scenario plain conflict lost-answer --seed 42 --idle PT2S --order-command 'node '\\''my shop.mjs'\\'''`,
  )
  assert.equal(reportOf(documentOf([capturingRun], ['plain']), {}).verdict, 'incomplete')
  const checks = document.checks.map((check) => ({ ...check, result: 'passed' as const, findings: [] }))
  assert.equal(reportOf({ ...document, checks }, {}).sentence, 'The shop passed all 16 core checks.')
})

test('the page has each check, finding, request, reason and command, and escapes what the shop sent', () => {
  const document = documentOf(wrong, names)
  const page = reportPage(reportOf(document, given), given, undefined)
  const shown = page
    .replaceAll(/<\/?strong>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
  assert.ok(!page.includes('<b>1</b>'))
  assert.ok(shown.includes('"amount": "<b>1</b>"'))
  for (const { check, reason, findings } of document.checks) {
    assert.ok(shown.includes(`>${check}<`), check)
    assert.ok(reason === undefined || shown.includes(reason), reason)
    for (const { sentence, exchanges } of findings) {
      assert.ok(shown.includes(sentence), sentence)
      for (const { id } of exchanges) assert.ok(id !== null && shown.includes(id))
    }
  }
  assert.match(shown, /, also in <code>conflict<\/code>, <code>lost-answer<\/code>/)
  assert.match(shown, /lost_answer<\/code><\/span><span class="soft">the shop did not receive it</)
  for (const address of [undefined, 'http://127.0.0.1:8080', 'http://localhost:8080'])
    assert.doesNotMatch(reportPage(reportOf(document, given), given, address), /href="http/)
  assert.ok(page.includes('<code>/docs/get-your-certificate#m1</code>'))
  assert.match(reportPage(reportOf(document, {}), {}, 'http://qist.test'), /href="http:\/\/qist\.test\/docs\/get-your/)
})

test('the page opens from disk and loads nothing, at every width and in both themes', async () => {
  const file = join(newEmptiedFolder().path, 'run.html')
  writeFileSync(file, reportPage(reportOf(documentOf(wrong, names), given), given, undefined))
  const page = await browser.newPage()
  const loaded: string[] = []
  const problems: string[] = []
  page.on('request', (request) => loaded.push(request.url().replace(/^data:.*/, 'data:')))
  page.on('console', (message) => problems.push(message.text()))
  await page.goto(`file://${file}`)
  await page.locator('.fold summary').first().click()
  assert.equal(await page.locator('.fold .exchanges').first().isVisible(), true)
  await page.locator('.note a').first().click()
  assert.match(page.url(), /#finding-m1$/)
  assert.deepEqual([loaded.filter((url) => url !== 'data:'), problems], [[`file://${file}`], []])
  await page.close()
  const found = await findInViews({ browser, url: 'file://' }, [file], '.tag')
  assert.deepEqual(found, { axe: { light: [], dark: [] }, tooNarrow: [] })
})
