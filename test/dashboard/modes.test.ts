import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type BackOfficeVisitor, newBackOfficeVisitor, trySignIn } from '../../testkit/back-office-visitor.ts'
import { startTestService } from '../support/service.ts'

const env = {
  QIST_MODE: 'production',
  DATABASE_URL: 'postgres://nowhere',
  SECRETS_KEY: 'a1b2'.repeat(16),
  SIGNING_KEY: 'c3d4'.repeat(16),
  RATE_LIMITS: 'off',
}
const production = await startTestService({ env })
const sandbox = await startTestService()
after(async () => {
  await production.close()
  await sandbox.close()
})

async function signedIn(url: string): Promise<BackOfficeVisitor> {
  const visitor = newBackOfficeVisitor(url)
  assert.equal((await trySignIn(visitor, 'admin@demo.test')).location, '/dashboard')
  return visitor
}

/** The mode that the navigation of a page links to. */
function modesOf(text: string): string[] {
  const [, side = assert.fail('no navigation')] = /<nav class="side"([\s\S]*?)<\/nav>/.exec(text) ?? []
  return [...new Set([...side.matchAll(/href="\/dashboard\/(\w+)/g)].map(([, mode = '']) => mode))]
}

test('a page without a mode links to live mode in production, and to test mode in a sandbox', async () => {
  for (const [service, mode] of [
    [production, 'live'],
    [sandbox, 'test'],
  ] as const) {
    const visitor = await signedIn(service.urls.uae)
    assert.equal((await visitor.get('/dashboard')).location, `/dashboard/${mode}`)
    for (const path of ['/dashboard/me', '/dashboard/nowhere', '/dashboard/liver'])
      assert.deepEqual(modesOf((await visitor.get(path)).text), [mode], path)
  }
})

test('a page without a mode links back to the mode from which it was opened', async () => {
  for (const service of [production, sandbox]) {
    const url = service.urls.uae
    const visitor = await signedIn(url)
    for (const mode of ['test', 'live']) {
      const referer = `${url}/dashboard/${mode}/payments?status=all`
      assert.deepEqual(modesOf((await visitor.get('/dashboard/me', { referer })).text), [mode])
    }
    assert.equal((await visitor.get('/dashboard/me', { referer: 'nowhere' })).status, 200)
  }
})
