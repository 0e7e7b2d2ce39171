import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { operatorFor } from '../../src/platform/people/invitations/invitation.ts'
import { invitePerson } from '../../src/platform/people/invitations/invite-person.ts'
import { totpCode } from '../../src/platform/people/second-factor/totp.ts'
import { sessionRules } from '../../src/platform/people/sessions/session.ts'
import {
  type BackOfficeVisitor,
  newBackOfficeVisitor,
  password,
  signInAt,
  trySignIn,
} from '../../testkit/back-office-visitor.ts'
import { openBrowser } from '../pages/browser.ts'
import { findInViews } from '../pages/view-checks.ts'
import { startTestService, type TestService } from '../support/service.ts'

/** The pages that one browser opens. */
interface BrowserPages {
  readonly visitor: BackOfficeVisitor
  readonly paths: readonly string[]
}

let service: TestService
let browser: Browser
let url: string
before(async () => {
  service = await startTestService()
  browser = await openBrowser()
  url = service.urls.uae
})
after(async () => {
  await browser.close()
  await service.close()
})

const langs = ['en', 'ar'] as const

async function invite(email: string): Promise<string> {
  const [merchant] = await service.database.query(`select merchant_id from merchants where name = 'Demo UAE'`)
  const changer = operatorFor(String(merchant?.['merchant_id']))
  return (await invitePerson(service.app, url, changer, { email, role: 'operator' })).link.slice(url.length)
}

async function enrol(visitor: BackOfficeVisitor): Promise<void> {
  const form = await visitor.get('/dashboard/me/second-factor')
  const secret = /class="letters">([^<]+)</.exec(form.text)?.[1]?.replaceAll(' ', '') ?? ''
  const enrolment = /name="enrolment" value="([^"]+)"/.exec(form.text)?.[1] ?? ''
  const code = totpCode(secret, service.clock.now())
  await visitor.send('/dashboard/me/second-factor', { enrolment, code })
}

/** Every page of the room. */
async function everyPage(lang: (typeof langs)[number], enrolled: BackOfficeVisitor): Promise<readonly BrowserPages[]> {
  await service.database.query(`update persons set lang = '${lang}'`)
  const stranger = newBackOfficeVisitor(url)
  const operator = await signInAt(url, 'operator@demo.test')
  const half = newBackOfficeVisitor(url)
  await trySignIn(half, 'developer@demo.test')
  const agent = await signInAt(url, 'agent@support.test', 'support')
  const forNew = await invite('new@shop.example')
  const forOther = await invite('admin@other.test')
  const open = ['/dashboard/sign-in', '/support/sign-in', '/dashboard/invitation?token=x', forNew, forOther]
  return [
    { visitor: stranger, paths: open.map((path) => `${path}${path.includes('?') ? '&' : '?'}lang=${lang}`) },
    {
      visitor: operator,
      paths: ['/dashboard/me', '/dashboard/me?note=password', '/dashboard/me/second-factor', forOther],
    },
    { visitor: enrolled, paths: ['/dashboard/me'] },
    { visitor: half, paths: ['/dashboard/sign-in'] },
    { visitor: agent, paths: ['/support/me'] },
  ]
}

test('accessibility: axe finds nothing in both languages and the dark theme, and all pages fit 320 points', async () => {
  const enrolled = await signInAt(url, 'developer@demo.test')
  await enrol(enrolled)
  for (const lang of langs) {
    const visited = await everyPage(lang, enrolled)
    // The re-authentication has expired by now, so the second factor's page asks for it.
    const late = await signInAt(url, 'analyst@demo.test')
    service.clock.advance(sessionRules.provedMs)
    const all = [...visited, { visitor: late, paths: ['/dashboard/me/second-factor'] }]
    for (const { visitor, paths } of all) {
      const cookies = [...visitor.cookies].map(([name, value]) => ({ name, value }))
      const views = { browser, url, cookies }
      assert.deepEqual(await findInViews(views, paths, 'h1, dd'), { axe: { light: [], dark: [] }, tooNarrow: [] })
    }
  }
})

for (const javaScriptEnabled of [true, false]) {
  test(`by keyboard: sign in, reach the requested page, change the password and sign out, ${javaScriptEnabled ? 'with' : 'without'} script`, async () => {
    const email = javaScriptEnabled ? 'admin@ksa.test' : 'admin@demo.test'
    const context = await browser.newContext({ javaScriptEnabled, locale: 'en' })
    try {
      const page = await context.newPage()
      await page.goto(`${url}/dashboard/me`)
      // The first field receives the focus shortly after the page loads.
      await page.locator('[name=email]:focus').waitFor()
      await page.keyboard.type(email)
      await page.keyboard.press('Tab')
      await page.keyboard.type(password)
      await page.keyboard.press('Enter')
      await page.waitForURL(`${url}/dashboard/me`)
      await page.locator('#current_password').focus()
      await page.keyboard.type(password)
      await page.keyboard.press('Tab')
      await page.keyboard.type('violet-otter-seven')
      await page.keyboard.press('Enter')
      await page.waitForURL(/note=password$/)
      await page.locator('.person summary').press('Enter')
      await page.locator('form[action$="/sign-out"] button').press('Enter')
      await page.waitForURL(/\/dashboard\/sign-in$/)
    } finally {
      await context.close()
    }
  })
}
